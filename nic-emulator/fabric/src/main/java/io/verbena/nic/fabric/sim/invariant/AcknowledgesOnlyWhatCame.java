package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.util.HashMap;
import java.util.Map;

/** A responder acknowledges no PSN before every request up to it has come undamaged. */
public final class AcknowledgesOnlyWhatCame implements Invariant {
    /** PSN behind the last one that came without a gap before it. */
    private final Map<QpId, Integer> came = new HashMap<>();

    @Override
    public void onConnected(QpId qp, Connected attributes) {
        came.put(qp, attributes.rqPsn());
    }

    @Override
    public void onDelivered(QpId receiver, PacketFacts packet) {
        Integer expected = came.get(receiver);
        if (expected != null && packet.isRequest() && PacketFacts.distance(packet.psn(), expected) <= 0) {
            int next = packet.lastPsn() + 1;
            if (PacketFacts.distance(next, expected) > 0) {
                came.put(receiver, next);
            }
        }
    }

    @Override
    public void onSent(QpId sender, PacketFacts packet) {
        Integer expected = came.get(sender);
        if (expected == null || packet.isRequest()) {
            return;
        }
        int acknowledged = Invariant.acknowledgesItself(packet) ? packet.psn() : packet.psn() - 1;
        if (PacketFacts.distance(acknowledged, expected) >= 0) {
            throw new InvariantViolation(
                    AcknowledgesOnlyWhatCame.class,
                    "%s sent %s up to PSN %d, but %d has not come"
                            .formatted(sender, packet.opCode().wireName(), acknowledged, expected));
        }
    }
}
