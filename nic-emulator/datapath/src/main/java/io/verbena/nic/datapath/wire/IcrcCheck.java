package io.verbena.nic.datapath.wire;

import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Checks the ICRCs of a received train. A UDP socket does not show the IPv4 identification: it is tried as the port
 * guessed, else solved from the first packet's ICRC, which weakens that one check to 16 bits; every later packet of the
 * train must then match exactly. One instance an owner.
 */
public final class IcrcCheck {
    private static final ValueLayout.OfInt ICRC = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int MIN_PACKET_BYTES = Bth.BYTES + Icrc.BYTES;
    private static final int IPV4_UDP_BYTES = Icrc.IPV4_BYTES + Icrc.UDP_BYTES;

    /** What is known of the identifications of the train in work. */
    private enum Known {
        NOTHING,
        /** One packet matched; whether the next ones count on from it is open. */
        BASE,
        BASE_AND_STEP,
        NOT_USED
    }

    private final Icrc icrc = new Icrc();
    private Known known = Known.NOT_USED;
    private int base;
    private int basePacket;
    private int step;

    /** Starts a train; its packets are then checked in any order. */
    public void begin(ReceivedTrain train) {
        base = train.identification(0);
        basePacket = 0;
        step = train.identificationStep();
        known = switch (train.identification()) {
            case EXACT -> Known.BASE_AND_STEP;
            case UNKNOWN -> Known.NOTHING;
            case NONE -> Known.NOT_USED;
        };
    }

    /** Whether a packet's ICRC is right; false for one too short to have it. */
    public boolean accepts(ReceivedTrain train, int packet) {
        int bytes = train.packetBytes(packet);
        if (bytes < MIN_PACKET_BYTES) {
            return false;
        }
        int observed = train.bytes().get(ICRC, (long) train.packetOffset(packet) + bytes - Icrc.BYTES);
        int difference = observed ^ icrc.compute(train, packet);
        int ipBytes = IPV4_UDP_BYTES + bytes;
        return switch (known) {
            case NOT_USED -> difference == 0;
            case BASE_AND_STEP -> matches(ipBytes, difference, expected(packet, step));
            case BASE -> settlesStep(ipBytes, difference, packet);
            case NOTHING -> settlesBase(ipBytes, difference, packet);
        };
    }

    private boolean settlesBase(int ipBytes, int difference, int packet) {
        if (matches(ipBytes, difference, expected(packet, step))) {
            known = Known.BASE_AND_STEP;
            return true;
        }
        int solved = icrc.solveIdentification(ipBytes, difference);
        if (solved < 0) {
            return false;
        }
        base = solved;
        basePacket = packet;
        known = Known.BASE;
        return true;
    }

    /** Senders count up packet by packet, or send one identification for the whole train. */
    private boolean settlesStep(int ipBytes, int difference, int packet) {
        for (int candidate = 1; candidate >= 0; candidate--) {
            if (matches(ipBytes, difference, expected(packet, candidate))) {
                step = candidate;
                known = packet == basePacket ? Known.BASE : Known.BASE_AND_STEP;
                return true;
            }
        }
        return false;
    }

    private int expected(int packet, int stepOfPacket) {
        return base + (packet - basePacket) * stepOfPacket & 0xffff;
    }

    private boolean matches(int ipBytes, int difference, int identification) {
        return difference == icrc.identificationDifference(ipBytes, identification);
    }
}
