package io.verbena.standalone.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A list of steps that each wait, run, and end well or badly. On a terminal it is painted in place while it is open and
 * stays as it was last; elsewhere each step is one line when it ends. Any thread may move a row on.
 */
public final class Board implements AutoCloseable {
    private static final long FRAME_MILLIS = 100;
    private static final String FRAMES = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏";
    private static final String PLAIN_FRAMES = "|/-\\";
    private static final int SIGN_WIDTH = 4;
    private static final int TIME_WIDTH = 9;
    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";

    private enum State {
        WAITING,
        RUNNING,
        DONE,
        FAILED
    }

    private record Row(State state, String text, long sinceNs, long endNs) {}

    private final Terminal terminal;
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final int labelWidth;
    private final Thread painter;
    private final Thread cursorGuard;
    private int frame;
    private boolean painted;
    private boolean closed;

    /** Opens a board with a row for each label, in this order. */
    public Board(Terminal terminal, List<String> labels) {
        this.terminal = terminal;
        labels.forEach(label -> rows.put(label, new Row(State.WAITING, "", 0, 0)));
        labelWidth = labels.stream().mapToInt(String::length).max().orElse(0) + 2;
        painter = Thread.ofPlatform().daemon().name("board").unstarted(this::paintUntilClosed);
        // A signal may end the process in the middle of a board: never leave a terminal without its cursor.
        cursorGuard = new Thread(this::close, "board-cursor");
        if (terminal.live()) {
            Runtime.getRuntime().addShutdownHook(cursorGuard);
            write(HIDE_CURSOR);
            painter.start();
        }
    }

    public void running(String label, String text) {
        move(label, State.RUNNING, text);
    }

    public void done(String label, String text) {
        move(label, State.DONE, text);
    }

    public void failed(String label, String text) {
        move(label, State.FAILED, text);
    }

    private synchronized void move(String label, State state, String text) {
        Row row = rows.get(label);
        if (row == null) {
            throw new IllegalArgumentException("no row " + label);
        }
        long now = System.nanoTime();
        long since = row.state == State.WAITING ? now : row.sinceNs;
        Row moved = new Row(state, text, since, now);
        rows.put(label, moved);
        if (!terminal.live() && state != State.RUNNING) {
            terminal.line(render(label, moved).stripTrailing());
        }
    }

    /** Paints the last frame, which stays. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            notifyAll();
            if (!terminal.live()) {
                return;
            }
            paint();
            write(SHOW_CURSOR);
        }
        if (Thread.currentThread() != cursorGuard) {
            try {
                Runtime.getRuntime().removeShutdownHook(cursorGuard);
            } catch (IllegalStateException _) {
                // The process is ending already, and the hook finds the board closed.
            }
        }
    }

    private synchronized void paintUntilClosed() {
        try {
            while (!closed) {
                paint();
                frame++;
                wait(FRAME_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** One write a frame, each line overwritten and then cleared to its end: nothing is ever blank in between. */
    private void paint() {
        StringBuilder text = new StringBuilder();
        if (painted) {
            text.append("\u001b[").append(rows.size()).append('F');
        }
        rows.forEach((label, row) ->
                text.append(render(label, row)).append("\u001b[K").append('\n'));
        painted = true;
        write(text.toString());
    }

    private void write(String text) {
        byte[] bytes = text.getBytes(terminal.unicode() ? terminal.out().charset() : US_ASCII);
        terminal.out().write(bytes, 0, bytes.length);
        terminal.out().flush();
    }

    private String render(String label, Row row) {
        int textWidth = Terminal.WIDTH - SIGN_WIDTH - labelWidth - TIME_WIDTH;
        String text = String.format("%-" + textWidth + "s", terminal.fit(row.text, textWidth));
        String name = String.format("%-" + labelWidth + "s", label);
        Style nameStyle = row.state == State.WAITING ? Style.DIM : Style.BOLD;
        Style textStyle = row.state == State.FAILED ? Style.RED : Style.DIM;
        return "  " + sign(row) + ' ' + terminal.styled(name, nameStyle) + terminal.styled(text, textStyle)
                + terminal.styled(elapsed(row), Style.DIM);
    }

    private String sign(Row row) {
        return switch (row.state) {
            case WAITING -> terminal.styled(terminal.sign("·", "."), Style.DIM);
            case RUNNING -> {
                String frames = terminal.sign(FRAMES, PLAIN_FRAMES);
                yield terminal.styled(String.valueOf(frames.charAt(frame % frames.length())), Style.CYAN);
            }
            case DONE -> terminal.styled(terminal.sign("✓", "+"), Style.GREEN);
            case FAILED -> terminal.styled(terminal.sign("✗", "!"), Style.RED);
        };
    }

    private static String elapsed(Row row) {
        if (row.state == State.WAITING) {
            return "";
        }
        long end = row.state == State.RUNNING ? System.nanoTime() : row.endNs;
        return String.format(Locale.ROOT, "%7.1f s", (end - row.sinceNs) / 1e9);
    }
}
