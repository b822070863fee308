package io.verbena.ctl;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Cells in columns: texts to the left, numbers to the right, and what would be wider than a terminal is cut in the last. */
final class Table {
    static final int WIDTH = 80;

    private static final String GAP = "  ";

    private final String[] heads;
    private final String[] names;
    private final int[] widths;
    private final List<String[]> rows = new ArrayList<>();
    private boolean begun;

    /** @param heads one for each column; a head that starts with {@code >} makes a column of numbers */
    Table(String... heads) {
        this.heads = heads;
        this.names =
                Arrays.stream(heads).map(head -> head.replaceFirst("^>", "")).toArray(String[]::new);
        this.widths = new int[heads.length];
    }

    /** With a column in front for what became of the object of a row. */
    static Table ofChanges(String... heads) {
        return new Table(Stream.concat(Stream.of(""), Arrays.stream(heads)).toArray(String[]::new));
    }

    Table row(String... cells) {
        rows.add(cells);
        return this;
    }

    /** The rows that are not printed yet, below the heads or, later, as wide as those before. */
    void print(PrintWriter out) {
        for (int column = 0; column < heads.length; column++) {
            widths[column] = Math.max(widths[column], names[column].length());
            for (String[] row : rows) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        if (!begun) {
            out.println(line(names));
            begun = true;
        }
        rows.forEach(row -> out.println(line(row)));
        rows.clear();
    }

    private String line(String[] cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.length; column++) {
            String padding = " ".repeat(widths[column] - cells[column].length());
            line.append(column == 0 ? "" : GAP)
                    .append(heads[column].startsWith(">") ? padding + cells[column] : cells[column] + padding);
        }
        String full = line.toString().stripTrailing();
        return full.length() <= WIDTH ? full : full.substring(0, WIDTH - 1) + "…";
    }
}
