package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Packets on their way, as a receiver will get them together.
 *
 * @param bytes UDP payloads, one behind the other, all of {@code segmentBytes} but maybe the last
 * @param damaged whether a bit of its only packet was flipped
 */
record SimTrain(Gid source, Gid destination, int tos, byte[] bytes, int segmentBytes, boolean damaged) {
    /** iovec pieces name payload by native address, anywhere in the process. */
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final int TTL = 64;

    /** What a NIC put into a batch, copied: the memory that it points into lives on. */
    static SimTrain of(TransmitTrain train) {
        byte[] bytes = new byte[train.totalBytes()];
        MemorySegment target = MemorySegment.ofArray(bytes);
        for (int packet = 0; packet < train.count(); packet++) {
            train.copyPacket(packet, EVERYTHING, target, (long) packet * train.segmentBytes());
        }
        return new SimTrain(train.source(), train.destination(), train.tos(), bytes, train.segmentBytes(), false);
    }

    /** Its packets from {@code from} to before {@code to}. */
    SimTrain slice(int from, int to) {
        int start = from * segmentBytes;
        int end = Math.min(bytes.length, to * segmentBytes);
        if (start >= end) {
            return new SimTrain(source, destination, tos, new byte[0], segmentBytes, damaged);
        }
        byte[] part = Arrays.copyOfRange(bytes, start, end);
        return new SimTrain(source, destination, tos, part, Math.min(segmentBytes, part.length), damaged);
    }

    /** The same with one bit flipped. */
    SimTrain damaged(int at, int bit) {
        byte[] changed = bytes.clone();
        changed[at] ^= (byte) (1 << bit);
        return new SimTrain(source, destination, tos, changed, segmentBytes, true);
    }

    int count() {
        return (bytes.length + segmentBytes - 1) / segmentBytes;
    }

    int packetOffset(int packet) {
        return packet * segmentBytes;
    }

    int packetBytes(int packet) {
        return Math.min(segmentBytes, bytes.length - packet * segmentBytes);
    }

    /** The simulated wire sends identification 0 throughout. */
    void fill(ReceivedTrain slot) {
        slot.setBytes(MemorySegment.ofArray(bytes), ByteBuffer.wrap(bytes), 0, bytes.length, segmentBytes);
        slot.setPath(destination.high(), destination.low(), source.high(), source.low(), Bth.UDP_PORT);
        slot.setIpFields(tos, TTL);
        slot.setIdentification(source.isIpv4() ? Identification.EXACT : Identification.NONE, 0, 0);
    }
}
