package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.fabric.sim.Landing;
import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Each byte of a transfer comes to lie at most once, in order, and is the right one. */
public final class BytesLandOnce implements Invariant {
    private final Map<QpId, Deque<Landing>> requests = new HashMap<>();
    private final Map<QpId, Deque<Landing>> reads = new HashMap<>();
    private final Set<QpId> touched = new HashSet<>();
    private final List<Landing> done = new ArrayList<>();

    @Override
    public void onAnnounced(QpId qp, boolean read, Landing landing) {
        (read ? reads : requests).computeIfAbsent(qp, _ -> new ArrayDeque<>()).add(landing);
    }

    @Override
    public void onDelivered(QpId receiver, PacketFacts packet) {
        touched.add(receiver);
    }

    /** A host that sees a completion finds the bytes; those who judge it come after this rule. */
    @Override
    public void onCompletion(QpId qp, Completed completed) {
        advanceTouched();
    }

    @Override
    public void onEvent(Observation world) {
        advanceTouched();
    }

    private void advanceTouched() {
        for (QpId qp : touched) {
            advance(qp, requests.get(qp));
            advance(qp, reads.get(qp));
        }
        touched.clear();
    }

    private void advance(QpId qp, @Nullable Deque<Landing> landings) {
        while (landings != null && !landings.isEmpty()) {
            Landing head = landings.getFirst();
            check(qp, head.advance());
            if (!head.isComplete()) {
                return;
            }
            check(qp, head.verifyTaken());
            done.add(landings.removeFirst());
        }
    }

    /** A repetition may come long after the transfer is over. */
    @Override
    public void onQuiet(Observation world) {
        for (Landing landing : done) {
            check(null, landing.verifyTaken());
        }
        requests.forEach((qp, landings) -> landings.forEach(landing -> check(qp, landing.verifyTaken())));
        reads.forEach((qp, landings) -> landings.forEach(landing -> check(qp, landing.verifyTaken())));
    }

    private static void check(@Nullable QpId qp, @Nullable String wrong) {
        if (wrong != null) {
            throw new InvariantViolation(BytesLandOnce.class, (qp == null ? "a past transfer" : qp) + ": " + wrong);
        }
    }
}
