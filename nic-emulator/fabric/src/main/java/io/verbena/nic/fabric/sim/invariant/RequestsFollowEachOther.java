package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.util.HashMap;
import java.util.Map;

/** The PSNs of a requester go up by one, modulo 2^24, without a gap; a packet behind the last is a repetition. */
public final class RequestsFollowEachOther implements Invariant {
    private static final int CIRCLE = 1 << 24;

    private final Map<QpId, Integer> nextPsn = new HashMap<>();

    @Override
    public void onConnected(QpId qp, Connected attributes) {
        nextPsn.put(qp, attributes.sqPsn());
    }

    @Override
    public void onSent(QpId sender, PacketFacts packet) {
        Integer expected = nextPsn.get(sender);
        if (expected == null || !packet.isRequest()) {
            return;
        }
        int ahead = PacketFacts.distance(packet.psn(), expected);
        if (ahead > 0) {
            throw new InvariantViolation(
                    RequestsFollowEachOther.class,
                    "%s sent PSN %d after %d".formatted(sender, packet.psn(), expected - 1 & CIRCLE - 1));
        }
        int next = packet.lastPsn() + 1 & CIRCLE - 1;
        if (PacketFacts.distance(next, expected) > 0) {
            nextPsn.put(sender, next);
        }
    }
}
