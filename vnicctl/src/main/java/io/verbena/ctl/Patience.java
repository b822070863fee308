package io.verbena.ctl;

import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Option;

/** How long a drain waits for users, and what happens then. */
final class Patience {
    /** What happens to what is still in use. */
    enum Outcome {
        force,
        cancel
    }

    @Option(
            names = "--deadline",
            required = true,
            paramLabel = "SECONDS",
            description = "How long programs have to close their contexts.")
    private int seconds;

    @Option(
            names = "--outcome",
            required = true,
            paramLabel = "OUTCOME",
            description = "What then: ${COMPLETION-CANDIDATES}. force closes what is open, cancel keeps the function.")
    private Outcome outcome = Outcome.cancel;

    Map<String, Object> body() {
        return Map.of("deadlineSeconds", seconds, "outcome", outcome.name().toUpperCase(Locale.ROOT));
    }
}
