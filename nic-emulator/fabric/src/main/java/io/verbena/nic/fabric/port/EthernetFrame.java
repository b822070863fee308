package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * Puts around a UDP payload what the kernel puts around it: Ethernet, IP and UDP with right lengths and checksums. A
 * loopback has no MAC addresses; they are made from the IP addresses, locally administered. One packet at a time.
 */
final class EthernetFrame {
    private static final int ETHERNET_BYTES = 14;
    private static final int MAC_LOCALLY_ADMINISTERED = 0x0200;
    private static final int ETHER_IPV4 = 0x0800;
    private static final int ETHER_IPV6 = 0x86dd;
    private static final int PROTOCOL_UDP = 17;
    private static final int TTL = 64;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int MAX_BYTES = ETHERNET_BYTES + Icrc.IPV6_BYTES + Icrc.UDP_BYTES + TransmitTrain.MAX_BYTES;
    private static final int UDP_CHECKSUM_OFFSET = 6;

    private final ByteBuffer frame = ByteBuffer.allocate(MAX_BYTES);
    private final MemorySegment bytes = MemorySegment.ofBuffer(frame);
    private int udpOffset;
    private int udpBytes;
    /** Sum of the pseudo-header's 16-bit words. */
    private long pseudoHeader;

    /** Writes the headers; the payload is then put at {@link #udpPayloadOffset}. */
    void begin(TransmitTrain path, int payloadBytes, int identification) {
        udpBytes = Icrc.UDP_BYTES + payloadBytes;
        boolean ipv4 = Gid.isIpv4(path.sourceHigh(), path.sourceLow());
        frame.clear();
        mac(path.destinationLow());
        mac(path.sourceLow());
        frame.putShort((short) (ipv4 ? ETHER_IPV4 : ETHER_IPV6));
        if (ipv4) {
            ipv4(path, identification);
        } else {
            ipv6(path);
        }
        udpOffset = frame.position();
        pseudoHeader += PROTOCOL_UDP + udpBytes;
        frame.putShort((short) Bth.UDP_PORT).putShort((short) Bth.UDP_PORT);
        frame.putShort((short) udpBytes).putShort((short) 0);
    }

    private void mac(long addressLow) {
        frame.putShort((short) MAC_LOCALLY_ADMINISTERED).putInt((int) addressLow);
    }

    private void ipv4(TransmitTrain path, int identification) {
        int start = frame.position();
        frame.put((byte) 0x45).put((byte) path.tos()).putShort((short) (Icrc.IPV4_BYTES + udpBytes));
        frame.putShort((short) identification).putShort((short) DONT_FRAGMENT);
        frame.put((byte) TTL).put((byte) PROTOCOL_UDP).putShort((short) 0);
        frame.putInt((int) path.sourceLow()).putInt((int) path.destinationLow());
        frame.putShort(start + 10, (short) ~folded(sum(start, Icrc.IPV4_BYTES)));
        pseudoHeader = sum(start + 12, 8);
    }

    private void ipv6(TransmitTrain path) {
        int start = frame.position();
        frame.putInt(0x6000_0000 | path.tos() << 20).putShort((short) udpBytes);
        frame.put((byte) PROTOCOL_UDP).put((byte) TTL);
        frame.putLong(path.sourceHigh()).putLong(path.sourceLow());
        frame.putLong(path.destinationHigh()).putLong(path.destinationLow());
        pseudoHeader = sum(start + 8, 32);
    }

    MemorySegment bytes() {
        return bytes;
    }

    int udpPayloadOffset() {
        return udpOffset + Icrc.UDP_BYTES;
    }

    /** The whole frame; valid until the next {@link #begin}. */
    ByteBuffer end() {
        int checksum = ~folded(pseudoHeader + sum(udpOffset, udpBytes)) & 0xffff;
        // A sum of zero is sent as ones: zero means "none" (RFC 768).
        frame.putShort(udpOffset + UDP_CHECKSUM_OFFSET, (short) (checksum == 0 ? 0xffff : checksum));
        return frame.limit(udpOffset + udpBytes).position(0);
    }

    /** Sum of 16-bit words; RoCEv2 packets have an even number of bytes. */
    private long sum(int offset, int length) {
        long sum = 0;
        for (int at = offset; at + 1 < offset + length; at += 2) {
            sum += frame.getShort(at) & 0xffff;
        }
        return sum;
    }

    private static int folded(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }
}
