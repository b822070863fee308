package io.verbena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of a watch: a stream's events as they come, bookmarks apart. */
public final class Events implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 20;
    private static final Event END = new Event("", "END", "{}");

    private final HttpClient http = HttpClient.newHttpClient();
    private final LinkedBlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private final LinkedBlockingQueue<Event> bookmarks = new LinkedBlockingQueue<>();

    private Events() {}

    /** One event; {@code name} is END when the stream has ended. */
    public record Event(String id, String name, String data) {
        public JsonNode json() {
            return JsonMapper.shared().readTree(data);
        }

        /** Its name, and what is at these JSON pointers of its data. */
        public String said(String... pointers) {
            return Stream.concat(
                            Stream.of(name),
                            Arrays.stream(pointers)
                                    .map(pointer -> json().at(pointer).asString("-")))
                    .collect(Collectors.joining(" "));
        }
    }

    /** @param headers by turns names and values */
    public static Events open(URI url, String token, String... headers) {
        var client = new Events();
        var request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .header("Accept", "text/event-stream");
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            HttpResponse<Stream<String>> response =
                    client.http.send(request.build(), HttpResponse.BodyHandlers.ofLines());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElse("")).startsWith("text/event-stream");
            Thread.ofVirtual().start(() -> client.read(response.body()));
        } catch (IOException e) {
            throw new UncheckedIOException("watching " + url, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return client;
    }

    /** The next that is no bookmark. */
    public Event next() throws InterruptedException {
        return next(events);
    }

    public Event bookmark() throws InterruptedException {
        return next(bookmarks);
    }

    private static Event next(LinkedBlockingQueue<Event> queue) throws InterruptedException {
        Event event = queue.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new AssertionError("no event for " + PATIENCE_SECONDS + " s");
        }
        return event;
    }

    private void read(Stream<String> lines) {
        String id = "";
        String name = "";
        try {
            for (String line : (Iterable<String>) lines::iterator) {
                String value = line.substring(line.indexOf(' ') + 1);
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
