package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.fabric.sim.QpId;
import java.util.HashSet;
import java.util.Set;

/** Losses are repaired: only a queue pair that asks for something forbidden gets an error completion. */
public final class FailsOnlyWhenItMust implements Invariant {
    private final Set<QpId> mustSucceed = new HashSet<>();

    @Override
    public void onConnected(QpId qp, Connected attributes) {
        if (!attributes.mayFail()) {
            mustSucceed.add(qp);
        }
    }

    @Override
    public void onCompletion(QpId qp, Completed completed) {
        if (completed.status() != WcStatus.SUCCESS && mustSucceed.contains(qp)) {
            throw new InvariantViolation(
                    FailsOnlyWhenItMust.class,
                    "%s completed %d with %s".formatted(qp, completed.wrId(), completed.status()));
        }
    }
}
