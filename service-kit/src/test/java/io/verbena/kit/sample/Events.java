package io.verbena.kit.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A client of a watch: a stream's events as they come, bookmarks apart. */
public final class Events implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Event END = new Event("", "END", "{}");

    private final HttpClient http = HttpClient.newHttpClient();
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Event> bookmarks = new LinkedBlockingQueue<>();

    /** One event; {@code name} is END when the stream has ended. */
    public record Event(String id, String name, String data) {
        public Map<String, Object> json() {
            return JSON.readValue(data, new TypeReference<>() {});
        }

        public String said() {
            return name + " " + json().get("name") + " " + json().get("generation");
        }
    }

    /** @param headers by turns names and values */
    public static Events open(URI url, String token, String... headers) {
        var client = new Events();
        var request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream");
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<Stream<String>> response =
                    client.http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            Thread.ofVirtual().start(() -> client.read(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return client;
    }

    /** The next that is no bookmark. */
    public Event next() throws InterruptedException {
        return polled(events);
    }

    public Event bookmark() throws InterruptedException {
        return polled(bookmarks);
    }

    private static Event polled(LinkedBlockingQueue<Event> queue) throws InterruptedException {
        Event event = queue.poll(20, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event for 20 s");
        }
        return event;
    }

    private void read(Stream<String> lines) {
        String id = "";
        String name = "";
        try {
            for (String line : (Iterable<String>) lines::iterator) {
                int colon = line.indexOf(": ");
                String value = line.substring(colon + 2 > line.length() ? line.length() : colon + 2);
                if (line.startsWith("id: ")) {
                    id = value;
                } else if (line.startsWith("event: ")) {
                    name = value;
                } else if (line.startsWith("data: ")) {
                    (name.equals("BOOKMARK") ? bookmarks : events).add(new Event(id, name, value));
                }
            }
        } catch (UncheckedIOException e) {
            // The server is gone, or this client was closed.
        }
        events.add(END);
    }

    @Override
    public void close() {
        http.shutdownNow();
    }
}
