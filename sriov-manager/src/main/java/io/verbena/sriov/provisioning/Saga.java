package io.verbena.sriov.provisioning;

import io.verbena.sriov.operations.OperationKind;
import java.util.List;

/**
 * A declaration: which steps an operation of one kind takes, in order.
 *
 * @param pointOfNoReturn the first step from which it goes forward only, tried until it works; steps before it, and they
 *     alone, are undone
 */
public record Saga(OperationKind kind, int pointOfNoReturn, List<SagaStep> steps) {
    public Saga {
        steps = List.copyOf(steps);
        if (pointOfNoReturn < 0 || pointOfNoReturn > steps.size()) {
            throw new IllegalArgumentException(kind + " has no step " + pointOfNoReturn);
        }
    }

    /** A saga that can be undone from each of its steps. */
    static Saga undoable(OperationKind kind, List<SagaStep> steps) {
        return new Saga(kind, steps.size(), steps);
    }

    boolean mayGoBackFrom(int step) {
        return step < pointOfNoReturn;
    }
}
