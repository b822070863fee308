package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.fabric.sim.Landing;
import io.verbena.nic.fabric.sim.QpId;

/** A request that completes with success has all its bytes where they belong. */
public final class SuccessMeansLanded implements Invariant {
    @Override
    public void onCompletion(QpId qp, Completed completed) {
        Landing landing = completed.landing();
        if (completed.status() == WcStatus.SUCCESS && landing != null && !landing.isComplete()) {
            throw new InvariantViolation(
                    SuccessMeansLanded.class,
                    "%s completed %d with %d bytes landed".formatted(qp, completed.wrId(), landing.landedBytes()));
        }
    }
}
