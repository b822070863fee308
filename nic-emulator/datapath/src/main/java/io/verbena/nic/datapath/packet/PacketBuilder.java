package io.verbena.nic.datapath.packet;

import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.wire.Aeth;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.ImmDt;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Reth;
import io.verbena.nic.datapath.wire.TransmitTrain;

/** Writes the headers of a packet into a train's slab: {@link #begin}, then the headers of its opcode. Payload and ICRC follow. */
public final class PacketBuilder {
    private final Icrc icrc = new Icrc();
    private OpCode opCode = OpCode.RC_ACKNOWLEDGE;
    private int offset;

    /** UDP payload bytes of a packet. */
    public static int packetBytes(OpCode opCode, int payloadBytes) {
        return opCode.headerBytes() + payloadBytes + padBytes(payloadBytes) + Icrc.BYTES;
    }

    public static int padBytes(int payloadBytes) {
        return -payloadBytes & 3;
    }

    /** @return offset of the headers in the slab */
    public int begin(
            TransmitTrain train,
            QueuePair qp,
            OpCode packetOpCode,
            boolean solicited,
            boolean ackRequested,
            int psn,
            int payloadBytes) {
        opCode = packetOpCode;
        offset = train.slabOffset();
        Bth.write(train.slab(), offset, opCode, solicited, padBytes(payloadBytes), qp.destQpNum, ackRequested, psn);
        train.appendSlab(opCode.headerBytes());
        Path path = qp.connectedPath();
        icrc.begin(
                path.local().high(),
                path.local().low(),
                path.remote().high(),
                path.remote().low(),
                Bth.UDP_PORT,
                packetBytes(opCode, payloadBytes));
        return offset;
    }

    public void reth(TransmitTrain train, long address, int rkey, long lengthBytes) {
        Reth.write(train.slab(), at(Header.RETH), address, rkey, (int) lengthBytes);
    }

    public void immediate(TransmitTrain train, int immediate) {
        ImmDt.write(train.slab(), at(Header.IMM_DT), immediate);
    }

    public void aeth(TransmitTrain train, int syndrome, int msn) {
        Aeth.write(train.slab(), at(Header.AETH), syndrome, msn);
    }

    /** The ICRC of the packet in work, begun. */
    public Icrc icrc() {
        return icrc;
    }

    private long at(Header header) {
        return (long) offset + opCode.offsetOf(header);
    }
}
