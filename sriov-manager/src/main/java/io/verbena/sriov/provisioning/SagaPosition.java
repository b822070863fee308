package io.verbena.sriov.provisioning;

import io.verbena.kit.problem.Problem;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a running saga is.
 *
 * @param step the next to run: its action when {@code forward}, its undo when not; -1: all is undone
 * @param attempts how often that failed
 * @param problem why it goes back
 */
record SagaPosition(
        UUID operation,
        int step,
        boolean forward,
        int attempts,
        @Nullable Problem problem) {
    SagaPosition next() {
        return new SagaPosition(operation, forward ? step + 1 : step - 1, forward, 0, problem);
    }

    /** Back, beginning with the undo of the step that gave up: it may have been half done. */
    SagaPosition back(Problem why) {
        return new SagaPosition(operation, step, false, 0, why);
    }

    SagaPosition failedOnce() {
        return new SagaPosition(operation, step, forward, attempts + 1, problem);
    }
}
