package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Packets of sizes s, s, ..., at most s with one source, destination and TOS: what one {@code sendmsg} with UDP_SEGMENT carries.
 *
 * <p>Headers and copied payloads lie in the train's own slab, other payloads stay in the memory region and are named by
 * {@code iovec} pieces. The ICRC of each packet is written for IPv4 identification 0; a port that sends another
 * identification corrects it at {@link #sealOffset}. A train is valid within one turn of the owner, as it points into
 * memory that a command may take away.
 */
public final class TransmitTrain {
    /** Segments of one send that every kernel of interest takes; 6.18 takes 128, older ones 64. */
    public static final int MAX_PACKETS = 64;
    /** Payload of an IPv4 UDP datagram, which bounds the train too. */
    public static final int MAX_BYTES = 65_507;

    public static final int ICRC_BYTES = 4;

    /** iovec pieces a train may have: a slab piece and a payload piece a packet, the last ICRC, and room for gathered SGEs. */
    public static final int MAX_PIECES = 4 * MAX_PACKETS;

    /** Payloads up to this are copied into the slab: a piece of its own would cost more than the copy. */
    public static final int MAX_COPIED_BYTES = 256;

    private static final int IOVEC_BYTES = 16;
    private static final int SLAB_BYTES = 1 << 16;
    private static final ValueLayout.OfInt ICRC = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment pieces;
    private final MemorySegment slab;
    private final ByteBuffer slabView;
    private final int[] sealOffsets = new int[MAX_PACKETS];
    private final int overheadBytes;
    private int pieceCount;
    private int slabBytes;
    private int slabPieceStart;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private int tos;
    private int count;
    private int segmentBytes;
    private int lastBytes;
    private int totalBytes;
    private int packetBytes;

    /**
     * Takes its native memory, for good, from {@code allocator}.
     *
     * @param overheadBytes what the port puts before each packet in the same send; with it a train must not be too long
     */
    public TransmitTrain(SegmentAllocator allocator, int overheadBytes) {
        this.overheadBytes = overheadBytes;
        pieces = allocator.allocate((long) MAX_PIECES * IOVEC_BYTES, Long.BYTES);
        slab = allocator.allocate(SLAB_BYTES, 64);
        slabView = slab.asByteBuffer();
    }

    /** Empties the train and sets its path. */
    public void begin(Gid source, Gid destination, int tos) {
        sourceHigh = source.high();
        sourceLow = source.low();
        destinationHigh = destination.high();
        destinationLow = destination.low();
        this.tos = tos;
        pieceCount = 0;
        slabBytes = 0;
        slabPieceStart = 0;
        count = 0;
        segmentBytes = 0;
        lastBytes = 0;
        totalBytes = 0;
        packetBytes = 0;
    }

    /**
     * Whether a packet of so many bytes, ICRC included, may follow on the same path.
     *
     * @param maxPackets the port's limit
     * @param maxPieces pieces that the packet's payload needs
     */
    public boolean accepts(int bytes, int maxPackets, int maxPieces) {
        if (count == 0) {
            return true;
        }
        return count < Math.min(maxPackets, MAX_PACKETS)
                && lastBytes == segmentBytes
                && bytes <= segmentBytes
                && totalBytes + bytes + (count + 1) * overheadBytes <= MAX_BYTES
                && pieceCount + maxPieces + 2 <= MAX_PIECES;
    }

    /** Where the next header, copied payload or pad byte goes; follow it with {@link #appendSlab}. */
    public MemorySegment slab() {
        return slab;
    }

    /** The slab as a buffer, whose position and limit are the reader's. */
    public ByteBuffer slabView() {
        return slabView;
    }

    /** Offset in the slab of the next byte. */
    public int slabOffset() {
        return slabBytes;
    }

    /** Takes the next {@code bytes} of the slab, written by the caller, into the packet. */
    public void appendSlab(int bytes) {
        slabBytes += bytes;
        packetBytes += bytes;
    }

    /** Puts {@code bytes} of host memory at a native address into the packet. */
    public void appendPayload(long address, int bytes) {
        closeSlabPiece();
        putPiece(address, bytes);
        packetBytes += bytes;
    }

    /** Ends the packet with its ICRC as computed for identification 0, in host order. */
    public void endPacket(int icrc) {
        slab.set(ICRC, slabBytes, icrc);
        sealOffsets[count] = slabBytes;
        slabBytes += ICRC_BYTES;
        packetBytes += ICRC_BYTES;
        if (count == 0) {
            segmentBytes = packetBytes;
        }
        lastBytes = packetBytes;
        totalBytes += packetBytes;
        packetBytes = 0;
        count++;
    }

    /**
     * Takes a packet of another train, ended before, over: what lies in that train's slab is copied, payload elsewhere is
     * named again. The caller has asked {@link #accepts}, and both trains have the same path.
     */
    public void appendPacket(TransmitTrain from, int packet) {
        long skip = (long) packet * from.segmentBytes;
        int left = from.packetBytes(packet) - ICRC_BYTES;
        for (int piece = 0; left > 0; piece++) {
            int bytes = from.pieceBytes(piece);
            if (skip >= bytes) {
                skip -= bytes;
                continue;
            }
            int part = (int) Math.min(left, bytes - skip);
            long address = from.pieceAddress(piece) + skip;
            long inSlab = address - from.slab.address();
            if (inSlab >= 0 && inSlab < SLAB_BYTES) {
                MemorySegment.copy(from.slab, inSlab, slab, slabBytes, part);
                appendSlab(part);
            } else {
                appendPayload(address, part);
            }
            skip = 0;
            left -= part;
        }
        endPacket(from.icrc(packet));
    }

    /** Closes the list of pieces; nothing is appended after it. */
    public void end() {
        closeSlabPiece();
    }

    private void closeSlabPiece() {
        if (slabBytes > slabPieceStart) {
            putPiece(slab.address() + slabPieceStart, slabBytes - slabPieceStart);
            slabPieceStart = slabBytes;
        }
    }

    private void putPiece(long address, int bytes) {
        long at = (long) pieceCount++ * IOVEC_BYTES;
        pieces.set(ValueLayout.JAVA_LONG, at, address);
        pieces.set(ValueLayout.JAVA_LONG, at + 8, bytes);
    }

    /** The pieces as an array of {@code struct iovec} (64-bit address, 64-bit length, host order). */
    public MemorySegment pieces() {
        return pieces;
    }

    public int pieceCount() {
        return pieceCount;
    }

    public long pieceAddress(int piece) {
        return pieces.get(ValueLayout.JAVA_LONG, (long) piece * IOVEC_BYTES);
    }

    public int pieceBytes(int piece) {
        return (int) pieces.get(ValueLayout.JAVA_LONG, (long) piece * IOVEC_BYTES + 8);
    }

    /** Where in the slab the four ICRC bytes of a packet lie, least significant first. */
    public int sealOffset(int packet) {
        return sealOffsets[packet];
    }

    /** The ICRC of a packet as it stands in the slab. */
    public int icrc(int packet) {
        return slab.get(ICRC, sealOffsets[packet]);
    }

    /** Changes the ICRC of a packet by a difference; applying the same difference twice restores it. */
    public void seal(int packet, int difference) {
        slab.set(ICRC, sealOffsets[packet], icrc(packet) ^ difference);
    }

    public Gid source() {
        return new Gid(sourceHigh, sourceLow);
    }

    public Gid destination() {
        return new Gid(destinationHigh, destinationLow);
    }

    public long sourceHigh() {
        return sourceHigh;
    }

    public long sourceLow() {
        return sourceLow;
    }

    public long destinationHigh() {
        return destinationHigh;
    }

    public long destinationLow() {
        return destinationLow;
    }

    public int tos() {
        return tos;
    }

    /** Packets in the train. */
    public int count() {
        return count;
    }

    /** UDP payload bytes of each packet but the last. */
    public int segmentBytes() {
        return segmentBytes;
    }

    /** UDP payload bytes of the last packet. */
    public int lastBytes() {
        return lastBytes;
    }

    public int totalBytes() {
        return totalBytes;
    }

    public int packetBytes(int packet) {
        return packet == count - 1 ? lastBytes : segmentBytes;
    }

    /**
     * Gathers one packet, as it stands, into {@code target}.
     *
     * @param everything the process's whole address space as a segment
     * @return the packet's UDP payload bytes
     */
    public int copyPacket(int packet, MemorySegment everything, MemorySegment target, long targetOffset) {
        long skip = (long) packet * segmentBytes;
        int left = packetBytes(packet);
        long to = targetOffset;
        for (int piece = 0; left > 0; piece++) {
            int bytes = pieceBytes(piece);
            if (skip >= bytes) {
                skip -= bytes;
                continue;
            }
            int part = (int) Math.min(left, bytes - skip);
            MemorySegment.copy(everything, pieceAddress(piece) + skip, target, to, part);
            skip = 0;
            to += part;
            left -= part;
        }
        return packetBytes(packet);
    }
}
