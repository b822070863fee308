package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.fabric.sim.Landing;
import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;

/**
 * A rule over a run. Each method takes a fact in the order of the run and throws {@link InvariantViolation} when the rule
 * is broken; an invariant overrides those it needs.
 */
public interface Invariant {
    /** A queue pair is ready to send. */
    default void onConnected(QpId qp, Connected attributes) {}

    /** A work request was posted. */
    default void onPosted(QpId qp, Posted posted) {}

    /** The bytes of a transfer are to come to lie at this queue pair, after those announced before. */
    default void onAnnounced(QpId qp, boolean read, Landing landing) {}

    /** A host took a completion. */
    default void onCompletion(QpId qp, Completed completed) {}

    /** A NIC sent a packet for this queue pair of its own. */
    default void onSent(QpId sender, PacketFacts packet) {}

    /** An undamaged packet reached the NIC of this queue pair. */
    default void onDelivered(QpId receiver, PacketFacts packet) {}

    /** An event and all it led to are over. */
    default void onEvent(Observation world) {}

    /** Faults have stopped and nothing happens any more. */
    default void onQuiet(Observation world) {}

    /** PSN is on the circle: distances are those of {@link PacketFacts#distance}. */
    static boolean isAhead(int psn, int other) {
        return PacketFacts.distance(psn, other) > 0;
    }

    /** Whether a response acknowledges its PSN and all before; NAKs acknowledge those before it only. */
    static boolean acknowledgesItself(PacketFacts response) {
        return response.opCode() != OpCode.RC_ACKNOWLEDGE || response.syndrome() >>> 5 == 0;
    }
}
