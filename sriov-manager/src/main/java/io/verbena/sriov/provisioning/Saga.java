package io.verbena.sriov.provisioning;

import io.verbena.sriov.operations.OperationKind;
import java.util.List;

/**
 * A declaration: which steps an operation of one kind takes, in order.
 *
 * @param undoable false: it goes forward only, and each step is tried until it works
 */
public record Saga(OperationKind kind, boolean undoable, List<SagaStep> steps) {
    public Saga {
        steps = List.copyOf(steps);
    }
}
