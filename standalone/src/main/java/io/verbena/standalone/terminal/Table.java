package io.verbena.standalone.terminal;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A table as wide as its cells: texts to the left, numbers to the right. */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> heads;
    private final List<Boolean> numeric = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    /** @param heads one for each column; a head that starts with {@code >} makes a column of numbers */
    public Table(String... heads) {
        List<String> names = new ArrayList<>();
        for (String head : heads) {
            boolean number = head.startsWith(">");
            numeric.add(number);
            names.add(number ? head.substring(1) : head);
        }
        this.heads = Collections.unmodifiableList(names);
    }

    public void row(String... cells) {
        if (cells.length != heads.size()) {
            throw new IllegalArgumentException(heads.size() + " cells are needed, not " + cells.length);
        }
        rows.add(List.of(cells));
    }

    public void print(Terminal terminal) {
        terminal.line("  " + terminal.styled(render(heads), Style.DIM));
        rows.forEach(row -> terminal.line(terminal.fit("  " + render(row), Terminal.WIDTH)));
    }

    private String render(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < cells.size(); column++) {
            int width = width(column);
            String cell = cells.get(column);
            String padding = " ".repeat(width - cell.length());
            line.append(column == 0 ? "" : GAP).append(numeric.get(column) ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        int widest = heads.get(column).length();
        for (List<String> row : rows) {
            widest = Math.max(widest, row.get(column).length());
        }
        return widest;
    }
}
