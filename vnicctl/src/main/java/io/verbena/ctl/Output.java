package io.verbena.ctl;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a command found, for people or for programs. */
final class Output {
    private static final int SECONDS = "2026-01-01T00:00:00".length();
    private static final JsonMapper LINE = JsonMapper.shared();
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean json;

    Output(PrintWriter out, PrintWriter err, boolean json) {
        this.out = out;
        this.err = err;
        this.json = json;
    }

    /** Many objects: a row each, or {@code {"items": [...]}}. */
    void list(List<JsonNode> items, Table table, Function<JsonNode, String[]> row) {
        if (json) {
            out.println(JSON.writeValueAsString(Map.of("items", items)));
            return;
        }
        items.forEach(item -> table.row(row.apply(item)));
        table.print(out);
    }

    /** What has changed: rows below those that are there, with a sign in front, or an object with its change in each line. */
    void changes(List<WatchedList.Change> changes, Table table, Function<JsonNode, String[]> row) {
        if (json) {
            changes.forEach(change -> out.println(LINE.writeValueAsString(
                    LINE.createObjectNode().put("type", change.type()).set("object", change.object()))));
            return;
        }
        for (WatchedList.Change change : changes) {
            String sign = switch (change.type()) {
                case "ADDED" -> "+";
                case "DELETED" -> "-";
                default -> "";
            };
            table.row(Stream.concat(Stream.of(sign), Arrays.stream(row.apply(change.object())))
                    .toArray(String[]::new));
        }
        table.print(out);
    }

    /** One object once more: the rows that are to be seen, below those that are there, or itself in a line. */
    void again(JsonNode item, Table table) {
        if (json) {
            out.println(LINE.writeValueAsString(item));
        } else {
            table.print(out);
        }
    }

    /** Beside the result, for people. */
    void warn(String sentence) {
        err.println("vnicctl: " + sentence);
    }

    /** One object: its rows, or itself. */
    void one(JsonNode item, Table table) {
        if (json) {
            out.println(JSON.writeValueAsString(item));
        } else {
            table.print(out);
        }
    }

    /** One object from several sides: a table for each, or all in one. */
    void described(JsonNode all, List<Table> tables) {
        if (json) {
            out.println(JSON.writeValueAsString(all));
            return;
        }
        for (int i = 0; i < tables.size(); i++) {
            if (i > 0) {
                out.println();
            }
            tables.get(i).print(out);
        }
    }

    /** Without fractions, in UTC as it comes. */
    static String seconds(String instant) {
        return instant.length() <= SECONDS ? instant : instant.substring(0, SECONDS) + "Z";
    }

    /** What was done: a sentence, or the object as it is now. */
    void done(JsonNode item, String sentence) {
        out.println(json && !item.isMissingNode() ? JSON.writeValueAsString(item) : sentence);
    }

    void line(String text) {
        out.println(text);
    }
}
