package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.fabric.sim.QpId;
import java.util.HashMap;
import java.util.Map;

/** Once faults stop, every queue pair has nothing left to do or is in ERR. */
public final class DrainsOrFails implements Invariant {
    private final Map<QpId, Integer> waiting = new HashMap<>();

    @Override
    public void onPosted(QpId qp, Posted posted) {
        if (!posted.receive() && posted.signaled()) {
            waiting.merge(qp, 1, Integer::sum);
        }
    }

    @Override
    public void onCompletion(QpId qp, Completed completed) {
        if (!completed.receive() && waiting.getOrDefault(qp, 0) > 0) {
            waiting.merge(qp, -1, Integer::sum);
        }
    }

    @Override
    public void onQuiet(Observation world) {
        Map<QpId, QpState> states = world.queuePairs();
        waiting.forEach((qp, count) -> {
            if (count > 0 && states.get(qp) != QpState.ERR) {
                throw new InvariantViolation(
                        DrainsOrFails.class, "%s is in %s with %d requests left".formatted(qp, states.get(qp), count));
            }
        });
    }
}
