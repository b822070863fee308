package io.verbena.kit.watch;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Server-sent events (HTML Living Standard, 9.2) to one client. Data is JSON in one line. */
final class EventWriter {
    /** Sent at the latest when there is so much, so that many streams at once are no heap of copies. */
    private static final int ENOUGH = 16_384;

    private final OutputStream out;
    private final StringBuilder waiting = new StringBuilder();

    EventWriter(OutputStream out) {
        this.out = out;
    }

    void event(String id, String name, String data) throws IOException {
        waiting.append("id: ").append(id).append('\n');
        event(name, data);
    }

    /** Without an id the client's last one stays. */
    void event(String name, String data) throws IOException {
        waiting.append("event: ").append(name).append("\ndata: ").append(data).append("\n\n");
        if (waiting.length() > ENOUGH) {
            flush();
        }
    }

    /** Sends what was written; waits while the client takes nothing. */
    void flush() throws IOException {
        if (!waiting.isEmpty()) {
            out.write(waiting.toString().getBytes(StandardCharsets.UTF_8));
            waiting.setLength(0);
            out.flush();
        }
    }
}
