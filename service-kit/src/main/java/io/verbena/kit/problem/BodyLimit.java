package io.verbena.kit.problem;

import io.verbena.contracts.ProblemType;
import java.util.Map;

/** How large a request's body may be. */
public final class BodyLimit {
    /** Well over the largest request of the API. */
    public static final int BYTES = 1 << 20;

    private BodyLimit() {}

    /** What a larger one is answered. */
    public static Problem exceeded() {
        return new Problem(
                ProblemType.CONTENT_TOO_LARGE,
                "The body is larger than " + BYTES + " bytes.",
                Map.of("maxBytes", BYTES));
    }
}
