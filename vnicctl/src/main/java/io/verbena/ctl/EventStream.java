package io.verbena.ctl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Server-sent events of one response (HTML Living Standard, 9.2), as the services write them: data in one line. */
final class EventStream implements AutoCloseable {
    /** Three of the services' heartbeats. */
    private static final int SILENCE_SECONDS = 45;

    private static final int WAITING = 1000;
    private static final Event END = new Event("", "", MissingNode.getInstance());

    private final InputStream in;
    private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(WAITING);
    private final Thread reader;

    /** @param id where the log is after it; empty if it does not say */
    record Event(String id, String name, JsonNode data) {}

    EventStream(InputStream in) {
        this.in = in;
        this.reader = Thread.ofVirtual().start(this::read);
    }

    /**
     * Waits for the next one.
     *
     * @throws IOException when there is none any more
     */
    Event next() throws IOException, InterruptedException {
        Event event = events.poll(SILENCE_SECONDS, TimeUnit.SECONDS);
        if (event == null) {
            throw new IOException("nothing came for " + SILENCE_SECONDS + " s");
        }
        if (event == END) {
            throw new IOException("the service has ended the stream");
        }
        return event;
    }

    private void read() {
        try (var lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
            String id = "";
            String name = "";
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String value = line.substring(line.indexOf(' ') + 1);
                if (line.startsWith("id: ")) {
                    id = value;
                } else if (line.startsWith("event: ")) {
                    name = value;
                } else if (line.startsWith("data: ")) {
                    events.put(new Event(id, name, JsonMapper.shared().readTree(value)));
                }
            }
        } catch (IOException | JacksonException e) {
            // Cut, perhaps within an event: the next stream begins behind the last whole one.
        } catch (InterruptedException e) {
            return;
        }
        try {
            events.put(END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        reader.interrupt();
        try {
            in.close();
        } catch (IOException e) {
            // It is closed now.
        }
    }
}
