package io.verbena.sriov.provisioning;

import io.verbena.sriov.operations.Operation;
import org.jspecify.annotations.Nullable;

/**
 * A named action with an undo. Both may run any number of times, and an undo also after an action that never ran or was
 * cut short.
 *
 * @param undo null when there is nothing to give back
 */
public record SagaStep(String name, Move action, @Nullable Move undo) {
    /** One direction of a step. */
    @FunctionalInterface
    public interface Move {
        StepOutcome run(Operation operation);
    }

    static SagaStep of(String name, Move action, Move undo) {
        return new SagaStep(name, action, undo);
    }

    static SagaStep withoutUndo(String name, Move action) {
        return new SagaStep(name, action, null);
    }
}
