package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.wire.Aeth;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Reth;
import java.lang.foreign.MemorySegment;

/**
 * What the invariants want to know of an undamaged packet.
 *
 * @param psns how many PSNs it uses up: those of a READ's responses, else 1
 * @param syndrome of the AETH, -1 without one
 */
public record PacketFacts(OpCode opCode, int qpNum, int psn, int psns, int payloadBytes, int syndrome, int msn) {
    static PacketFacts of(SimTrain train, int packet, int mtu) {
        MemorySegment bytes = MemorySegment.ofArray(train.bytes());
        int at = train.packetOffset(packet);
        OpCode opCode = OpCode.of(Bth.opCodeValue(bytes, at));
        if (opCode == null) {
            throw new IllegalStateException("a NIC sent opcode 0x%02x".formatted(Bth.opCodeValue(bytes, at)));
        }
        int payloadBytes = train.packetBytes(packet) - opCode.headerBytes() - Bth.padBytes(bytes, at) - Icrc.BYTES;
        int aeth = opCode.offsetOf(Header.AETH);
        return new PacketFacts(
                opCode,
                Bth.destinationQpn(bytes, at),
                Bth.psn(bytes, at),
                opCode == OpCode.RC_READ_REQUEST ? responses(bytes, at, mtu) : 1,
                payloadBytes,
                aeth < 0 ? -1 : Aeth.syndrome(bytes, at + aeth),
                aeth < 0 ? 0 : Aeth.msn(bytes, at + aeth));
    }

    private static int responses(MemorySegment bytes, int at, int mtu) {
        long length = Reth.lengthBytes(bytes, at + OpCode.RC_READ_REQUEST.offsetOf(Header.RETH));
        return Math.max(1, (int) ((length + mtu - 1) / mtu));
    }

    public boolean isRequest() {
        return opCode.isRequest();
    }

    public boolean isRead() {
        return opCode == OpCode.RC_READ_REQUEST;
    }

    /** The last PSN it uses up. */
    public int lastPsn() {
        return psn + psns - 1 & Bth.MASK_24;
    }

    /** How far {@code a} is ahead of {@code b} on the 24-bit circle; negative when behind. */
    public static int distance(int a, int b) {
        return (a - b) << 8 >> 8;
    }
}
