package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.fabric.sim.QpId;
import java.util.HashMap;
import java.util.Map;

/** Every work request completes once: none twice, and none that makes a completion never. */
public final class CompletesExactlyOnce implements Invariant {
    private record Request(QpId qp, boolean receive, long wrId) {}

    private final Map<Request, Posted> waiting = new HashMap<>();

    @Override
    public void onPosted(QpId qp, Posted posted) {
        Request request = new Request(qp, posted.receive(), posted.wrId());
        if (waiting.put(request, posted) != null) {
            throw new IllegalArgumentException("posted twice: " + request);
        }
    }

    @Override
    public void onCompletion(QpId qp, Completed completed) {
        Request request = new Request(qp, completed.receive(), completed.wrId());
        if (waiting.remove(request) == null) {
            throw new InvariantViolation(CompletesExactlyOnce.class, "completed again, or never posted: " + request);
        }
    }

    @Override
    public void onQuiet(Observation world) {
        waiting.forEach((request, posted) -> {
            if (posted.signaled()) {
                throw new InvariantViolation(CompletesExactlyOnce.class, "never completed: " + request);
            }
        });
    }
}
