package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.fabric.port.Envelope.Tunnel;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Puts around a RoCEv2 packet what its port and the kernel put around it: Ethernet, IP and UDP, and those of the tunnel
 * where there is one. One packet at a time.
 */
final class EthernetFrame {
    private static final int MAX_BYTES = 2 * UdpHeaders.bytes(false) + Vxlan.HEADER_BYTES + TransmitTrain.MAX_BYTES;

    private final ByteBuffer frame = ByteBuffer.allocate(MAX_BYTES);
    private final MemorySegment bytes = MemorySegment.ofBuffer(frame);
    private final UdpHeaders outer = new UdpHeaders();
    private final UdpHeaders inner = new UdpHeaders();
    private boolean tunnelled;
    private boolean checksummed;
    private int innerOffset;
    private int endOffset;

    /**
     * Writes the headers; the payload is then put at {@link #udpPayloadOffset}.
     *
     * @param packet of the train
     * @param identification of the train's own path
     */
    void begin(Envelope envelope, TransmitTrain train, int packet, int identification) {
        int payloadBytes = train.packetBytes(packet);
        frame.clear();
        inner.setPath(train.sourceHigh(), train.sourceLow(), train.destinationHigh(), train.destinationLow());
        innerOffset = 0;
        tunnelled = false;
        if (envelope instanceof Tunnel tunnel) {
            begin(tunnel, train.tos(), packet, inner.bytes() + payloadBytes);
        }
        inner.write(frame, innerOffset, train.tos(), identification, Bth.UDP_PORT, payloadBytes);
        // In a tunnel IPv4 goes without one, as the overlay port does it.
        checksummed = !tunnelled || !Gid.isIpv4(train.sourceHigh(), train.sourceLow());
        endOffset = udpPayloadOffset() + payloadBytes;
    }

    /** The kernel counts the outer packets of a send as it does those of the plain port. */
    private void begin(Tunnel tunnel, int tos, int packet, int innerBytes) {
        Gid from = tunnel.source();
        Gid to = tunnel.destination();
        tunnelled = true;
        outer.setPath(from.high(), from.low(), to.high(), to.low());
        int header = outer.bytes();
        innerOffset = header + Vxlan.HEADER_BYTES;
        outer.write(frame, 0, tos, packet, Vxlan.UDP_PORT, Vxlan.HEADER_BYTES + innerBytes);
        Vxlan.write(frame, header, tunnel.vni());
    }

    MemorySegment bytes() {
        return bytes;
    }

    int udpPayloadOffset() {
        return innerOffset + inner.bytes();
    }

    /** The whole frame; valid until the next {@link #begin}. */
    ByteBuffer end() {
        if (checksummed) {
            inner.writeChecksum(frame, innerOffset, sum(udpPayloadOffset()));
        }
        if (tunnelled) {
            outer.writeChecksum(frame, 0, sum(outer.bytes()));
        }
        return frame.limit(endOffset).position(0);
    }

    /** Sum of 16-bit words from an offset to the end; RoCEv2 packets have an even number of bytes. */
    private long sum(int offset) {
        long sum = 0;
        for (int at = offset; at + 1 < endOffset; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        return sum;
    }
}
