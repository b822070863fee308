package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.util.HashMap;
import java.util.Map;

/** A responder asks once for a missing PSN and then is silent until that PSN comes (IBTA 9.7.5.1.2). */
public final class NaksAGapOnce implements Invariant {
    private final Map<QpId, Integer> asked = new HashMap<>();

    @Override
    public void onDelivered(QpId receiver, PacketFacts packet) {
        if (packet.isRequest()) {
            asked.remove(receiver, packet.psn());
        }
    }

    @Override
    public void onSent(QpId sender, PacketFacts packet) {
        if (packet.syndrome() != Syndrome.NAK_SEQUENCE) {
            return;
        }
        Integer before = asked.put(sender, packet.psn());
        if (before != null && before == packet.psn()) {
            throw new InvariantViolation(
                    NaksAGapOnce.class,
                    "%s asked again for PSN %d, which has not come".formatted(sender, packet.psn()));
        }
    }
}
