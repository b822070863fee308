package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.fabric.port.UdpHeaders;
import io.verbena.nic.fabric.port.Vxlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/**
 * The pieces of a train with a VXLAN, Ethernet, IP and UDP header before each packet. Payload stays where it is. Valid
 * until the next train.
 *
 * <p>The inner UDP checksum is 0 for IPv4, as Soft-RoCE has it: the ICRC covers more and better. IPv6 wants one (RFC 8200,
 * section 8.1), so there it is computed, which costs a pass over the payload.
 */
final class Encapsulation {
    /** Around each packet, with the larger of the inner IP headers. */
    static final int MAX_HEADER_BYTES = headerBytes(false);

    private static final int IOVEC_BYTES = 16;
    private static final int SLOT_BYTES = 80;
    /** A piece that spans a packet's border is cut there. */
    private static final int MAX_PIECES = TransmitTrain.MAX_PIECES + 2 * TransmitTrain.MAX_PACKETS;

    private final MemorySegment pieces = Arena.ofAuto().allocate((long) MAX_PIECES * IOVEC_BYTES, Long.BYTES);
    private final MemorySegment slots = Arena.ofAuto().allocate(TransmitTrain.MAX_PACKETS * SLOT_BYTES, 64);
    private final ByteBuffer slotBytes = slots.asByteBuffer();
    private final UdpHeaders headers = new UdpHeaders();
    private final WordSum payloadSum = new WordSum();
    private final int[] firstPiece = new int[TransmitTrain.MAX_PACKETS + 1];
    private int pieceCount;

    static int headerBytes(boolean ipv4) {
        return Vxlan.HEADER_BYTES + UdpHeaders.bytes(ipv4);
    }

    void wrap(TransmitTrain train, int vni) {
        boolean ipv4 = Gid.isIpv4(train.sourceHigh(), train.sourceLow());
        int headerBytes = headerBytes(ipv4);
        headers.setPath(train.sourceHigh(), train.sourceLow(), train.destinationHigh(), train.destinationLow());
        pieceCount = 0;
        int piece = 0;
        int taken = 0;
        for (int packet = 0; packet < train.count(); packet++) {
            int packetBytes = train.packetBytes(packet);
            int slot = ipv4 ? (packetBytes == train.segmentBytes() ? 0 : 1) : packet;
            firstPiece[packet] = pieceCount;
            putPiece(slots.address() + (long) slot * SLOT_BYTES, headerBytes);
            for (int left = packetBytes; left > 0; ) {
                int part = Math.min(left, train.pieceBytes(piece) - taken);
                putPiece(train.pieceAddress(piece) + taken, part);
                left -= part;
                taken += part;
                if (taken == train.pieceBytes(piece)) {
                    piece++;
                    taken = 0;
                }
            }
            // With one identification and no checksum all full packets have the same headers.
            if (packet == 0 || slot > 0) {
                writeHeaders(slot, vni, train.tos(), packetBytes);
            }
            if (!ipv4) {
                writeChecksum(slot, packet);
            }
        }
        firstPiece[train.count()] = pieceCount;
    }

    private void putPiece(long address, int bytes) {
        long at = (long) pieceCount++ * IOVEC_BYTES;
        pieces.set(ValueLayout.JAVA_LONG, at, address);
        pieces.set(ValueLayout.JAVA_LONG, at + 8, bytes);
    }

    private void writeHeaders(int slot, int vni, int tos, int packetBytes) {
        int at = slot * SLOT_BYTES;
        Vxlan.write(slotBytes, at, vni);
        headers.write(slotBytes, at + Vxlan.HEADER_BYTES, tos, 0, Bth.UDP_PORT, packetBytes);
    }

    private void writeChecksum(int slot, int packet) {
        payloadSum.restart();
        for (int piece = firstPiece[packet] + 1; piece < pieceCount; piece++) {
            long at = (long) piece * IOVEC_BYTES;
            payloadSum.add(pieces.get(ValueLayout.JAVA_LONG, at), (int) pieces.get(ValueLayout.JAVA_LONG, at + 8));
        }
        headers.writeChecksum(slotBytes, slot * SLOT_BYTES + Vxlan.HEADER_BYTES, payloadSum.value());
    }

    /** Address of the iovec of a packet and those behind it. */
    long iovecAddress(int packet) {
        return pieces.address() + (long) firstPiece[packet] * IOVEC_BYTES;
    }

    /** Pieces of one packet. */
    int pieceCount(int packet) {
        return firstPiece[packet + 1] - firstPiece[packet];
    }

    /** Pieces of the whole train. */
    int pieceCount() {
        return pieceCount;
    }
}
