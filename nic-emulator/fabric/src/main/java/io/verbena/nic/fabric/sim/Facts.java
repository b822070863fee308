package io.verbena.nic.fabric.sim;

import io.verbena.nic.fabric.sim.invariant.Completed;
import io.verbena.nic.fabric.sim.invariant.Connected;
import io.verbena.nic.fabric.sim.invariant.Invariant;
import io.verbena.nic.fabric.sim.invariant.Posted;
import java.util.List;

/** Passes each fact of a run to every invariant. */
record Facts(List<Invariant> invariants) {
    void onConnected(QpId qp, Connected attributes) {
        invariants.forEach(invariant -> invariant.onConnected(qp, attributes));
    }

    void onPosted(QpId qp, Posted posted) {
        invariants.forEach(invariant -> invariant.onPosted(qp, posted));
    }

    void onAnnounced(QpId qp, boolean read, Landing landing) {
        invariants.forEach(invariant -> invariant.onAnnounced(qp, read, landing));
    }

    void onCompletion(QpId qp, Completed completed) {
        invariants.forEach(invariant -> invariant.onCompletion(qp, completed));
    }

    void onSent(QpId sender, PacketFacts packet) {
        invariants.forEach(invariant -> invariant.onSent(sender, packet));
    }

    void onDelivered(QpId receiver, PacketFacts packet) {
        invariants.forEach(invariant -> invariant.onDelivered(receiver, packet));
    }
}
