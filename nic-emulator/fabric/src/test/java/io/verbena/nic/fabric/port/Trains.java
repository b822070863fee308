package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Trains of SEND packets with consecutive PSNs, payload in memory of its own, as a NIC makes them. */
final class Trains {
    static final int MTU = 1024;
    private static final Icrc ICRC = new Icrc();
    private static final MemorySegment PAYLOAD = payload();
    private static final ByteBuffer VIEW = PAYLOAD.asByteBuffer();

    private Trains() {}

    private static MemorySegment payload() {
        MemorySegment payload = Arena.global().allocate(64 * MTU);
        for (long i = 0; i < payload.byteSize(); i++) {
            payload.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 7 + (i >> 8)));
        }
        return payload;
    }

    static void fill(TransmitTrain train, Gid source, Gid destination, int firstPsn, int count, int lastBytes) {
        train.begin(source, destination, 0);
        for (int i = 0; i < count; i++) {
            boolean last = i == count - 1;
            append(train, source, destination, firstPsn + i, i * MTU, last ? lastBytes : MTU);
        }
        train.end();
    }

    private static void append(
            TransmitTrain train, Gid source, Gid destination, int psn, int payloadOffset, int payloadBytes) {
        int at = train.slabOffset();
        OpCode opCode = payloadBytes == MTU ? OpCode.RC_SEND_MIDDLE : OpCode.RC_SEND_LAST;
        Bth.write(train.slab(), at, opCode, false, 0, 0x11, payloadBytes != MTU, psn);
        train.appendSlab(Bth.BYTES);
        train.appendPayload(PAYLOAD.address() + payloadOffset, payloadBytes);
        ICRC.begin(
                source.high(),
                source.low(),
                destination.high(),
                destination.low(),
                Bth.UDP_PORT,
                Bth.BYTES + payloadBytes + Icrc.BYTES);
        ICRC.header(train.slab(), at, Bth.BYTES);
        ICRC.payload(VIEW, payloadOffset, payloadBytes);
        train.endPacket(ICRC.finish());
    }
}
