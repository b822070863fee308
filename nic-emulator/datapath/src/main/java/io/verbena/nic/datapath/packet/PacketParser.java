package io.verbena.nic.datapath.packet;

import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.IcrcCheck;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** Takes the packets of a train apart. The ICRC is a step of its own: a packet for nobody is not worth it. */
public final class PacketParser {
    private static final int PKEY_MASK = 0x7fff;

    private final IcrcCheck icrc = new IcrcCheck();
    private final ParsedPacket packet = new ParsedPacket();

    public void begin(ReceivedTrain train) {
        icrc.begin(train);
    }

    /** @return why the packet cannot be understood, or null; then {@link #packet} has it */
    public @Nullable DropReason parse(ReceivedTrain train, int index) {
        int bytes = train.packetBytes(index);
        if (bytes < Bth.BYTES + Icrc.BYTES) {
            return DropReason.TRUNCATED;
        }
        MemorySegment segment = train.bytes();
        int at = train.packetOffset(index);
        OpCode opCode = OpCode.of(Bth.opCodeValue(segment, at));
        if (opCode == null) {
            return DropReason.UNKNOWN_OPCODE;
        }
        if (Bth.version(segment, at) != 0) {
            return DropReason.BAD_VERSION;
        }
        int padBytes = Bth.padBytes(segment, at);
        int payloadBytes = bytes - opCode.headerBytes() - padBytes - Icrc.BYTES;
        // The pad fills the payload up to a multiple of four and does nothing else (IBTA 9.2.3).
        if (payloadBytes < 0 || padBytes != (-payloadBytes & 3)) {
            return DropReason.MALFORMED;
        }
        packet.opCode = opCode;
        packet.bytes = segment;
        packet.offset = at;
        packet.packetBytes = bytes;
        packet.payloadBytes = payloadBytes;
        return null;
    }

    public ParsedPacket packet() {
        return packet;
    }

    /** Whether the packet is of the default partition, of which this NIC is a full member (IBTA 10.9.3). */
    public boolean pkeyMatches() {
        return (packet.pkey() & PKEY_MASK) == (Bth.DEFAULT_PKEY & PKEY_MASK);
    }

    public boolean icrcMatches(ReceivedTrain train, int index) {
        return icrc.accepts(train, index);
    }
}
