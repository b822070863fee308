package io.verbena.nic.datapath.packet;

import io.verbena.nic.datapath.wire.Aeth;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.ImmDt;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Reth;
import java.lang.foreign.MemorySegment;

/**
 * A received packet whose lengths were checked: every header of its opcode is there. Valid until the next parse. Headers
 * are read only where {@link OpCode#has} says that they exist.
 */
public final class ParsedPacket {
    OpCode opCode = OpCode.RC_ACKNOWLEDGE;
    MemorySegment bytes = MemorySegment.NULL;
    int offset;
    int packetBytes;
    int payloadBytes;

    public OpCode opCode() {
        return opCode;
    }

    /** UDP payload bytes. */
    public int packetBytes() {
        return packetBytes;
    }

    /** Without the pad. */
    public int payloadBytes() {
        return payloadBytes;
    }

    public MemorySegment bytes() {
        return bytes;
    }

    public long payloadOffset() {
        return (long) offset + opCode.headerBytes();
    }

    public int psn() {
        return Bth.psn(bytes, offset);
    }

    public int destinationQpn() {
        return Bth.destinationQpn(bytes, offset);
    }

    public int pkey() {
        return Bth.pkey(bytes, offset);
    }

    public boolean ackRequested() {
        return Bth.ackRequested(bytes, offset);
    }

    public long address() {
        return Reth.address(bytes, at(Header.RETH));
    }

    public int rkey() {
        return Reth.rkey(bytes, at(Header.RETH));
    }

    /** DMA length, 0 to 2^32 - 1. */
    public long lengthBytes() {
        return Reth.lengthBytes(bytes, at(Header.RETH));
    }

    public int immediate() {
        return ImmDt.immediate(bytes, at(Header.IMM_DT));
    }

    public int syndrome() {
        return Aeth.syndrome(bytes, at(Header.AETH));
    }

    private long at(Header header) {
        return (long) offset + opCode.offsetOf(header);
    }
}
