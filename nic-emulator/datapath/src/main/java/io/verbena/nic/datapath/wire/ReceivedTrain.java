package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Packets that came together from one peer: UDP payloads of {@code segmentBytes} each, the last one maybe shorter.
 *
 * <p>A slot that a port fills and the NIC reads at once; nothing keeps a reference into it.
 */
public final class ReceivedTrain {
    /** What the port knows of the IPv4 identification, which the ICRC covers. */
    public enum Identification {
        /** Packet i had {@code base + i * step}. */
        EXACT,
        /** Not seen; {@code base + i * step} is worth a try, else it is solved from the ICRC. */
        UNKNOWN,
        /** IPv6 has none. */
        NONE
    }

    private MemorySegment bytes = MemorySegment.NULL;
    private ByteBuffer buffer = ByteBuffer.allocate(0);
    private int offset;
    private int lengthBytes;
    private int segmentBytes;
    private int strideBytes;
    private long localHigh;
    private long localLow;
    private long peerHigh;
    private long peerLow;
    private int peerPort;
    private int tos;
    private int ttl;
    private Identification identification = Identification.NONE;
    private int identificationBase;
    private int identificationStep;

    /** Sets where the bytes are, packet behind packet: {@code buffer} is a view of all of {@code bytes}. */
    public void setBytes(MemorySegment bytes, ByteBuffer buffer, int offset, int lengthBytes, int segmentBytes) {
        setBytes(bytes, buffer, offset, lengthBytes, segmentBytes, segmentBytes);
    }

    /**
     * The same where something lies between the packets.
     *
     * @param lengthBytes from the first byte of the first packet to the last of the last
     * @param strideBytes from the first byte of a packet to that of the next
     */
    public void setBytes(
            MemorySegment bytes, ByteBuffer buffer, int offset, int lengthBytes, int segmentBytes, int strideBytes) {
        this.bytes = bytes;
        this.buffer = buffer;
        this.offset = offset;
        this.lengthBytes = lengthBytes;
        this.segmentBytes = segmentBytes;
        this.strideBytes = strideBytes;
    }

    public void setPath(long localHigh, long localLow, long peerHigh, long peerLow, int peerPort) {
        this.localHigh = localHigh;
        this.localLow = localLow;
        this.peerHigh = peerHigh;
        this.peerLow = peerLow;
        this.peerPort = peerPort;
    }

    public void setIpFields(int tos, int ttl) {
        this.tos = tos;
        this.ttl = ttl;
    }

    public void setIdentification(Identification identification, int base, int step) {
        this.identification = identification;
        this.identificationBase = base;
        this.identificationStep = step;
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /** The same bytes as a buffer, for the CRC; position and limit are the reader's to move. */
    public ByteBuffer buffer() {
        return buffer;
    }

    public int offset() {
        return offset;
    }

    public int lengthBytes() {
        return lengthBytes;
    }

    public int segmentBytes() {
        return segmentBytes;
    }

    public int count() {
        return lengthBytes == 0 ? 0 : (lengthBytes + strideBytes - 1) / strideBytes;
    }

    public int packetOffset(int packet) {
        return offset + packet * strideBytes;
    }

    public int packetBytes(int packet) {
        return Math.min(segmentBytes, lengthBytes - packet * strideBytes);
    }

    public long localHigh() {
        return localHigh;
    }

    public long localLow() {
        return localLow;
    }

    public long peerHigh() {
        return peerHigh;
    }

    public long peerLow() {
        return peerLow;
    }

    /** UDP source port, covered by the ICRC. */
    public int peerPort() {
        return peerPort;
    }

    public int tos() {
        return tos;
    }

    public int ttl() {
        return ttl;
    }

    public Identification identification() {
        return identification;
    }

    /** Identification of a packet, known or worth a try, 0 to 65535. */
    public int identification(int packet) {
        return (identificationBase + packet * identificationStep) & 0xffff;
    }

    public int identificationStep() {
        return identificationStep;
    }
}
