package io.verbena.ctl;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Cells in columns: texts to the left, numbers to the right, and what would be wider than a terminal is cut in the last. */
final class Table {
    static final int WIDTH = 80;

    private static final String GAP = "  ";

    private final String[] heads;
    private final List<String[]> rows = new ArrayList<>();

    /** @param heads one for each column; a head that starts with {@code >} makes a column of numbers */
    Table(String... heads) {
        this.heads = heads;
    }

    Table row(String... cells) {
        rows.add(cells);
        return this;
    }

    void print(PrintWriter out) {
        String[] names = new String[heads.length];
        int[] widths = new int[heads.length];
        for (int column = 0; column < heads.length; column++) {
            names[column] = heads[column].replaceFirst("^>", "");
            widths[column] = names[column].length();
            for (String[] row : rows) {
                widths[column] = Math.max(widths[column], row[column].length());
            }
        }
        out.println(line(names, widths));
        rows.forEach(row -> out.println(line(row, widths)));
    }

    private String line(String[] cells, int[] widths) {
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
