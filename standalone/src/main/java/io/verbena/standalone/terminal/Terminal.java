package io.verbena.standalone.terminal;

import java.io.PrintStream;
import java.util.Map;

/**
 * The stream that people read, and what it can show.
 *
 * @param live lines may be painted again in place
 * @param colour SGR codes are understood and wanted
 * @param unicode the stream's charset has the signs of {@link #sign}
 */
public record Terminal(PrintStream out, boolean live, boolean colour, boolean unicode) {
    /** No line is longer, so that none wraps on a terminal of 80 columns. */
    public static final int WIDTH = 79;

    private static final String INDENT = "  ";

    /** Set by {@code ./verbena} to the terminal's width when standard output is one. */
    public static final String COLUMNS_PROPERTY = "verbena.columns";

    /** What {@code out} can show, by the environment: {@code NO_COLOR}, {@code TERM}, and the width the script has seen. */
    public static Terminal detect(PrintStream out, Map<String, String> environment) {
        int columns = Integer.getInteger(COLUMNS_PROPERTY, 0);
        boolean terminal = columns > 0 && !"dumb".equals(environment.getOrDefault("TERM", "dumb"));
        boolean colour = terminal && environment.getOrDefault("NO_COLOR", "").isEmpty();
        boolean unicode = out.charset().newEncoder().canEncode("✓⠋…");
        return new Terminal(out, terminal && columns > WIDTH, colour, unicode);
    }

    /** Plain lines, for a file or a pipe. */
    public static Terminal plain(PrintStream out) {
        return new Terminal(out, false, false, out.charset().newEncoder().canEncode("✓⠋…"));
    }

    public void line(String text) {
        out.println(text);
        out.flush();
    }

    public void blank() {
        line("");
    }

    public void heading(String text) {
        line(styled(text, Style.BOLD));
    }

    public String styled(String text, Style style) {
        return colour && !text.isBlank() ? style.on() + text + Style.off() : text;
    }

    /** The sign, or the plain letters for it where the charset has none. */
    public String sign(String sign, String letters) {
        return unicode ? sign : letters;
    }

    /** The lines of a text, broken between words where they are too long, what follows indented. */
    public static String wrap(String text) {
        StringBuilder wrapped = new StringBuilder();
        text.lines().forEach(line -> {
            int column = 0;
            for (String word : line.split("(?<=\\S) ")) {
                if (column > 0 && column + 1 + word.length() > WIDTH) {
                    wrapped.append(System.lineSeparator()).append(INDENT);
                    column = INDENT.length();
                } else if (column > 0) {
                    wrapped.append(' ');
                    column++;
                }
                wrapped.append(word);
                column += word.length();
            }
            wrapped.append(System.lineSeparator());
        });
        return wrapped.toString().stripTrailing();
    }

    /** At most {@code width} characters, the cut shown. */
    String fit(String text, int width) {
        if (text.length() <= width) {
            return text;
        }
        String mark = sign("…", "~");
        return text.substring(0, Math.max(0, width - mark.length())) + mark;
    }
}
