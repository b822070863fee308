package io.verbena.ctl;

import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Whether a command follows the operation that it has begun. */
final class Waiting {
    @Option(
            names = {"-w", "--wait"},
            paramLabel = "SECONDS",
            arity = "0..1",
            fallbackValue = "120",
            description = "Wait for the end, so long at most (${FALLBACK-VALUE} without a number).")
    private int seconds = -1;

    void conclude(Api api, Output output, JsonNode begun, String what, String end) throws Failure {
        if (seconds < 0) {
            output.done(
                    begun,
                    what + ": operation " + begun.path("metadata").path("id").asString());
            return;
        }
        output.done(api.await(begun, what, seconds), what + " " + end);
    }
}
