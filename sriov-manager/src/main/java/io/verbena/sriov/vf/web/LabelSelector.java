package io.verbena.sriov.vf.web;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.change.ChangeMessage;
import io.verbena.kit.problem.ProblemException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Which VFs of a list are wanted: those with all these labels. Labels never change, so that a VF neither enters nor leaves
 * what a selector selects but by being made and removed.
 */
record LabelSelector(Map<String, String> labels) {
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Reads {@code app=web,tier=front}; null selects all. */
    static LabelSelector parse(@Nullable String text) {
        Map<String, String> labels = new LinkedHashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String part : text.split(",", -1)) {
                int equals = part.indexOf('=');
                if (equals < 1 || part.charAt(equals - 1) == '!' || part.indexOf('=', equals + 1) >= 0) {
                    throw new ProblemException(
                            ProblemType.INVALID_REQUEST,
                            "labelSelector is like app=web,tier=front, where all must match; '" + part
                                    + "' is no label=value.");
                }
                labels.put(
                        part.substring(0, equals).strip(),
                        part.substring(equals + 1).strip());
            }
        }
        return new LabelSelector(labels);
    }

    /** Of a VF in the change log. */
    boolean selects(ChangeMessage change) {
        if (labels.isEmpty()) {
            return true;
        }
        JsonNode theirs = JSON.readTree(change.body()).at("/metadata/labels");
        return labels.entrySet().stream()
                .allMatch(label ->
                        label.getValue().equals(theirs.path(label.getKey()).asString(null)));
    }
}
