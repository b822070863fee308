package io.verbena.kit.problem;

import java.util.List;
import java.util.regex.Pattern;
import tools.jackson.core.JacksonException;

/**
 * One entry of {@code errors[]}.
 *
 * @param pointer RFC 6901 JSON pointer into the body, or {@code ?name} for a parameter; empty for the body as a whole
 * @param reason UPPER_SNAKE
 */
record FieldError(String pointer, String reason, String detail) {
    /** {@code spec.limits[qp].max}: a bean path's steps are names and what stands in brackets. */
    private static final Pattern STEP_BORDER = Pattern.compile("[.\\[\\]]+");

    static String pointerOf(JacksonException e) {
        return pointerOf(e.getPath());
    }

    private static String pointerOf(List<JacksonException.Reference> path) {
        var pointer = new StringBuilder();
        for (JacksonException.Reference step : path) {
            String name = step.getPropertyName();
            pointer.append('/').append(name == null ? Integer.toString(step.getIndex()) : escaped(name));
        }
        return pointer.toString();
    }

    /** @param beanPath as Bean Validation writes it */
    static String pointerOf(String beanPath) {
        var pointer = new StringBuilder();
        for (String step : STEP_BORDER.split(beanPath)) {
            if (!step.isEmpty()) {
                pointer.append('/').append(escaped(step));
            }
        }
        return pointer.toString();
    }

    private static String escaped(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }
}
