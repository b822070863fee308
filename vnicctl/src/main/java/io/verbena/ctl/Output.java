package io.verbena.ctl;

import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a command found, for people or for programs. */
final class Output {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final PrintWriter out;
    private final boolean json;

    Output(PrintWriter out, boolean json) {
        this.out = out;
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

    /** One object: its rows, or itself. */
    void one(JsonNode item, Table table) {
        if (json) {
            out.println(JSON.writeValueAsString(item));
        } else {
            table.print(out);
        }
    }

    /** What was done: a sentence, or the object as it is now. */
    void done(JsonNode item, String sentence) {
        out.println(json && !item.isMissingNode() ? JSON.writeValueAsString(item) : sentence);
    }

    void line(String text) {
        out.println(text);
    }
}
