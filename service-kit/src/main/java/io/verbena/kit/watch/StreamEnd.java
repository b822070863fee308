package io.verbena.kit.watch;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import java.util.Map;

/** Why a stream ends. */
enum StreamEnd {
    CLIENT_GONE(ProblemType.UNAVAILABLE, "The client has left."),
    TOKEN_EXPIRED(ProblemType.UNAUTHENTICATED, "The token has expired; open the stream again with a new one."),
    VERSION_GONE(ProblemType.RESOURCE_VERSION_GONE, "The log does not go on from here; list again."),
    TOO_SLOW(
            ProblemType.STREAM_TOO_SLOW,
            "The client did not keep up with what changes; open the stream again from its last event."),
    STOPPING(ProblemType.UNAVAILABLE, "This replica stops; open the stream again from its last event."),
    FAILED(ProblemType.UNAVAILABLE, "The log cannot be read; open the stream again from its last event.");

    private static final int RETRY_AFTER_SECONDS = 1;

    private final ProblemType type;
    private final String detail;

    StreamEnd(ProblemType type, String detail) {
        this.type = type;
        this.detail = detail;
    }

    Problem problem() {
        return new Problem(
                type, detail, type.status() == 503 ? Map.of("retryAfterSeconds", RETRY_AFTER_SECONDS) : Map.of());
    }
}
