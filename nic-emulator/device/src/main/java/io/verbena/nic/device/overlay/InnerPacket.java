package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.fabric.port.UdpHeaders;
import io.verbena.nic.fabric.port.Vxlan;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The headers of one VXLAN datagram, read. MAC addresses and reserved bits are not looked at. Nor is the UDP checksum: the
 * ICRC covers all that it covers, and the kernel has checked the outer one.
 */
final class InnerPacket {
    private static final long MAPPED = 0x0000_ffff_0000_0000L;
    private static final int PROTOCOL_UDP = 17;
    private static final int IHL_5 = 0x45;
    /** More fragments, or an offset. */
    private static final int FRAGMENT = 0x3fff;

    int vni;
    boolean ipv4;
    long sourceHigh;
    long sourceLow;
    long destinationHigh;
    long destinationLow;
    int sourcePort;
    int tos;
    int ttl;
    int identification;
    /** From the datagram's first byte to the BTH. */
    int headerBytes;
    /** From the BTH to the ICRC. */
    int roceBytes;
    /** Whether nothing lies behind it, such as the pad of a short Ethernet frame. */
    boolean fills;

    /** Reads a datagram; null when it is a RoCEv2 packet by all its headers. */
    @Nullable
    OverlayDrop read(ByteBuffer bytes, int at, int length) {
        int ip = Vxlan.HEADER_BYTES + UdpHeaders.ETHERNET_BYTES;
        if (length < ip + Icrc.IPV4_BYTES + Icrc.UDP_BYTES) {
            return OverlayDrop.MALFORMED;
        }
        vni = Vxlan.vni(bytes, at);
        if (vni < 0) {
            return OverlayDrop.MALFORMED;
        }
        int type = Short.toUnsignedInt(bytes.getShort(at + ip - 2));
        return switch (type) {
            case UdpHeaders.ETHER_IPV4 -> readIpv4(bytes, at, at + ip, length - ip);
            case UdpHeaders.ETHER_IPV6 -> readIpv6(bytes, at, at + ip, length - ip);
            default -> OverlayDrop.NOT_ROCE;
        };
    }

    private @Nullable OverlayDrop readIpv4(ByteBuffer bytes, int at, int ip, int length) {
        int totalBytes = Short.toUnsignedInt(bytes.getShort(ip + 2));
        if (bytes.get(ip) != IHL_5) {
            // Options would be covered by the ICRC, which RoCEv2 does not provide for.
            return OverlayDrop.NOT_ROCE;
        }
        if (totalBytes > length || totalBytes < Icrc.IPV4_BYTES + Icrc.UDP_BYTES || !checksumFits(bytes, ip)) {
            return OverlayDrop.MALFORMED;
        }
        if (bytes.get(ip + 9) != PROTOCOL_UDP || (bytes.getShort(ip + 6) & FRAGMENT) != 0) {
            return OverlayDrop.NOT_ROCE;
        }
        ipv4 = true;
        tos = Byte.toUnsignedInt(bytes.get(ip + 1));
        identification = Short.toUnsignedInt(bytes.getShort(ip + 4));
        ttl = Byte.toUnsignedInt(bytes.get(ip + 8));
        sourceHigh = 0;
        sourceLow = MAPPED | Integer.toUnsignedLong(bytes.getInt(ip + 12));
        destinationHigh = 0;
        destinationLow = MAPPED | Integer.toUnsignedLong(bytes.getInt(ip + 16));
        fills = totalBytes == length;
        return readUdp(bytes, at, ip + Icrc.IPV4_BYTES, totalBytes - Icrc.IPV4_BYTES);
    }

    private static boolean checksumFits(ByteBuffer bytes, int ip) {
        int sum = 0;
        for (int i = 0; i < Icrc.IPV4_BYTES; i += 2) {
            sum += Short.toUnsignedInt(bytes.getShort(ip + i));
        }
        sum = (sum & 0xffff) + (sum >>> 16);
        return (sum & 0xffff) + (sum >>> 16) == 0xffff;
    }

    private @Nullable OverlayDrop readIpv6(ByteBuffer bytes, int at, int ip, int length) {
        if (length < Icrc.IPV6_BYTES + Icrc.UDP_BYTES) {
            return OverlayDrop.MALFORMED;
        }
        int first = bytes.getInt(ip);
        int payloadBytes = Short.toUnsignedInt(bytes.getShort(ip + 4));
        if (first >>> 28 != 6 || payloadBytes > length - Icrc.IPV6_BYTES || payloadBytes < Icrc.UDP_BYTES) {
            return OverlayDrop.MALFORMED;
        }
        if (bytes.get(ip + 6) != PROTOCOL_UDP) {
            return OverlayDrop.NOT_ROCE;
        }
        ipv4 = false;
        tos = first >>> 20 & 0xff;
        ttl = Byte.toUnsignedInt(bytes.get(ip + 7));
        sourceHigh = bytes.getLong(ip + 8);
        sourceLow = bytes.getLong(ip + 16);
        destinationHigh = bytes.getLong(ip + 24);
        destinationLow = bytes.getLong(ip + 32);
        fills = payloadBytes == length - Icrc.IPV6_BYTES;
        return readUdp(bytes, at, ip + Icrc.IPV6_BYTES, payloadBytes);
    }

    private @Nullable OverlayDrop readUdp(ByteBuffer bytes, int at, int udp, int length) {
        if (Short.toUnsignedInt(bytes.getShort(udp + 2)) != Bth.UDP_PORT) {
            return OverlayDrop.NOT_ROCE;
        }
        if (Short.toUnsignedInt(bytes.getShort(udp + 4)) != length) {
            return OverlayDrop.MALFORMED;
        }
        sourcePort = Short.toUnsignedInt(bytes.getShort(udp));
        headerBytes = udp + Icrc.UDP_BYTES - at;
        roceBytes = length - Icrc.UDP_BYTES;
        return null;
    }

    /** Whether two packets differ in nothing that a train has one of. */
    boolean sameFlow(InnerPacket other) {
        return vni == other.vni
                && sourceLow == other.sourceLow
                && destinationLow == other.destinationLow
                && sourceHigh == other.sourceHigh
                && destinationHigh == other.destinationHigh
                && sourcePort == other.sourcePort
                && tos == other.tos
                && ttl == other.ttl
                && headerBytes == other.headerBytes;
    }
}
