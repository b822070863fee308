package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.fabric.sim.QpId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** Completions of a queue come in the order of its posts; only a successful unsignaled request may be passed over. */
public final class CompletesInPostOrder implements Invariant {
    private record Queue(QpId qp, boolean receive) {}

    private final Map<Queue, Deque<Posted>> posted = new HashMap<>();

    @Override
    public void onPosted(QpId qp, Posted request) {
        posted.computeIfAbsent(new Queue(qp, request.receive()), _ -> new ArrayDeque<>())
                .add(request);
    }

    @Override
    public void onCompletion(QpId qp, Completed completed) {
        Queue queue = new Queue(qp, completed.receive());
        Deque<Posted> waiting = posted.getOrDefault(queue, new ArrayDeque<>());
        while (!waiting.isEmpty()) {
            Posted head = waiting.removeFirst();
            if (head.wrId() == completed.wrId()) {
                return;
            }
            if (head.signaled() || completed.status() == WcStatus.WR_FLUSH_ERR) {
                throw new InvariantViolation(
                        CompletesInPostOrder.class,
                        "%s completed %d before %d".formatted(queue, completed.wrId(), head.wrId()));
            }
        }
        throw new InvariantViolation(
                CompletesInPostOrder.class, "%s completed %d out of turn".formatted(queue, completed.wrId()));
    }
}
