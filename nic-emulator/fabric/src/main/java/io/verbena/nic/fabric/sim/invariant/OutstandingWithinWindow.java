package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.fabric.sim.PacketFacts;
import io.verbena.nic.fabric.sim.QpId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * What a queue pair has sent and not seen acknowledged stays below half the PSN circle, within the peer's receive buffer
 * and, for READs, within max_rd_atomic.
 */
public final class OutstandingWithinWindow implements Invariant {
    private static final int HALF_CIRCLE = 1 << 23;

    private final Map<QpId, Flight> flights = new HashMap<>();

    private static final class Flight {
        private final Connected connected;
        private final Deque<PacketFacts> packets = new ArrayDeque<>();
        private int nextPsn;
        private long bytes;
        private int reads;

        Flight(Connected connected) {
            this.connected = connected;
            this.nextPsn = connected.sqPsn();
        }

        void retire() {
            PacketFacts oldest = packets.removeFirst();
            bytes -= oldest.payloadBytes();
            reads -= oldest.isRead() ? 1 : 0;
        }
    }

    @Override
    public void onConnected(QpId qp, Connected attributes) {
        flights.put(qp, new Flight(attributes));
    }

    @Override
    public void onSent(QpId sender, PacketFacts packet) {
        Flight flight = flights.get(sender);
        if (flight == null || !packet.isRequest() || PacketFacts.distance(packet.psn(), flight.nextPsn) < 0) {
            return;
        }
        flight.packets.add(packet);
        flight.nextPsn = packet.lastPsn() + 1;
        flight.bytes += packet.payloadBytes();
        flight.reads += packet.isRead() ? 1 : 0;
        check(sender, flight);
    }

    private static void check(QpId qp, Flight flight) {
        Connected limits = flight.connected;
        int psns =
                PacketFacts.distance(flight.nextPsn, flight.packets.getFirst().psn());
        if (psns < 0 || psns >= HALF_CIRCLE) {
            throw new InvariantViolation(OutstandingWithinWindow.class, qp + " has half the PSN circle outstanding");
        }
        if (flight.bytes > limits.windowBytes()) {
            throw new InvariantViolation(
                    OutstandingWithinWindow.class,
                    "%s has %d bytes outstanding of %d".formatted(qp, flight.bytes, limits.windowBytes()));
        }
        if (flight.reads > limits.maxRdAtomic()) {
            throw new InvariantViolation(
                    OutstandingWithinWindow.class,
                    "%s has %d READs outstanding of %d".formatted(qp, flight.reads, limits.maxRdAtomic()));
        }
    }

    @Override
    public void onDelivered(QpId receiver, PacketFacts packet) {
        Flight flight = flights.get(receiver);
        if (flight == null || packet.isRequest()) {
            return;
        }
        int acknowledged = Invariant.acknowledgesItself(packet) ? packet.psn() : packet.psn() - 1;
        while (!flight.packets.isEmpty()
                && PacketFacts.distance(acknowledged, flight.packets.getFirst().lastPsn()) >= 0) {
            flight.retire();
        }
    }
}
