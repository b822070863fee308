package io.verbena.nic.fabric.dissect;

import io.verbena.nic.datapath.wire.Gid;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * An unfragmented IP packet in a frame; its headers were captured whole, what follows maybe not.
 *
 * @param bytes the frame, big-endian
 * @param version 4 or 6
 * @param start offset of the IP header
 * @param udpOffset offset of what follows the IP headers
 * @param protocol what that is
 * @param end offset behind the packet, by its own length field
 */
record IpPacket(ByteBuffer bytes, int version, int start, int udpOffset, int protocol, int end) {
    private static final int LINK_ETHERNET = 1;
    private static final int LINK_RAW_BSD = 12;
    private static final int LINK_RAW_OPENBSD = 14;
    private static final int LINK_RAW = 101;
    private static final int LINK_IPV4 = 228;
    private static final int LINK_IPV6 = 229;

    private static final int ETHER_TYPE_OFFSET = 12;
    private static final int ETHER_IPV4 = 0x0800;
    private static final int ETHER_IPV6 = 0x86dd;
    private static final int ETHER_VLAN = 0x8100;
    private static final int ETHER_QINQ = 0x88a8;
    private static final int ETHER_QINQ_OLD = 0x9100;
    private static final int VLAN_BYTES = 4;
    private static final int MAX_VLANS = 4;

    private static final int IPV4_MIN_BYTES = 20;
    private static final int IPV4_FRAGMENT_MASK = 0x3fff;
    private static final int IPV6_BYTES = 40;
    private static final int IPV6_MAX_EXTENSIONS = 8;
    private static final int IPV6_FRAGMENT_MASK = 0xfff9;

    private static final int PROTOCOL_HOP_BY_HOP = 0;
    private static final int PROTOCOL_UDP = 17;
    private static final int PROTOCOL_ROUTING = 43;
    private static final int PROTOCOL_FRAGMENT = 44;
    private static final int PROTOCOL_AUTHENTICATION = 51;
    private static final int PROTOCOL_DESTINATION_OPTIONS = 60;

    /** The packet of a captured frame, or null when there is none to be read. */
    static @Nullable IpPacket ofFrame(int linkType, ByteBuffer frame) {
        return switch (linkType) {
            case LINK_ETHERNET -> ofEthernet(frame, 0);
            case LINK_RAW, LINK_RAW_BSD, LINK_RAW_OPENBSD, LINK_IPV4, LINK_IPV6 -> ofIp(frame, 0);
            default -> null;
        };
    }

    /** The packet in an Ethernet frame, VLAN tags skipped, or null. */
    static @Nullable IpPacket ofEthernet(ByteBuffer frame, int start) {
        int at = start + ETHER_TYPE_OFFSET;
        for (int tags = 0; tags <= MAX_VLANS && at + 2 <= frame.limit(); tags++) {
            int type = frame.getShort(at) & 0xffff;
            switch (type) {
                case ETHER_IPV4, ETHER_IPV6 -> {
                    return ofIp(frame, at + 2);
                }
                case ETHER_VLAN, ETHER_QINQ, ETHER_QINQ_OLD -> at += VLAN_BYTES;
                default -> {
                    return null;
                }
            }
        }
        return null;
    }

    private static @Nullable IpPacket ofIp(ByteBuffer frame, int start) {
        if (start >= frame.limit()) {
            return null;
        }
        return switch (frame.get(start) >> 4 & 0xf) {
            case 4 -> ofIpv4(frame, start);
            case 6 -> ofIpv6(frame, start);
            default -> null;
        };
    }

    private static @Nullable IpPacket ofIpv4(ByteBuffer frame, int start) {
        int headerBytes = (frame.get(start) & 0xf) * 4;
        if (headerBytes < IPV4_MIN_BYTES || start + headerBytes > frame.limit()) {
            return null;
        }
        int totalBytes = frame.getShort(start + 2) & 0xffff;
        boolean fragment = (frame.getShort(start + 6) & IPV4_FRAGMENT_MASK) != 0;
        if (fragment || totalBytes < headerBytes) {
            return null;
        }
        return new IpPacket(frame, 4, start, start + headerBytes, frame.get(start + 9) & 0xff, start + totalBytes);
    }

    private static @Nullable IpPacket ofIpv6(ByteBuffer frame, int start) {
        if (start + IPV6_BYTES > frame.limit()) {
            return null;
        }
        int end = start + IPV6_BYTES + (frame.getShort(start + 4) & 0xffff);
        int next = frame.get(start + 6) & 0xff;
        int at = start + IPV6_BYTES;
        for (int extensions = 0; extensions <= IPV6_MAX_EXTENSIONS; extensions++) {
            boolean isExtension = switch (next) {
                case PROTOCOL_HOP_BY_HOP,
                        PROTOCOL_ROUTING,
                        PROTOCOL_FRAGMENT,
                        PROTOCOL_AUTHENTICATION,
                        PROTOCOL_DESTINATION_OPTIONS -> true;
                default -> false;
            };
            if (!isExtension) {
                return new IpPacket(frame, 6, start, at, next, end);
            }
            if (at + 8 > Math.min(frame.limit(), end)) {
                return null;
            }
            if (next == PROTOCOL_FRAGMENT && (frame.getShort(at + 2) & IPV6_FRAGMENT_MASK) != 0) {
                return null;
            }
            int units = frame.get(at + 1) & 0xff;
            int extensionBytes = switch (next) {
                case PROTOCOL_FRAGMENT -> 8;
                case PROTOCOL_AUTHENTICATION -> (units + 2) * 4;
                default -> (units + 1) * 8;
            };
            next = frame.get(at) & 0xff;
            at += extensionBytes;
        }
        return null;
    }

    boolean isUdp() {
        return protocol == PROTOCOL_UDP;
    }

    /** Whether the packet and the capture have so many bytes there. */
    boolean has(int offset, int length) {
        return offset + length <= Math.min(end, bytes.limit());
    }

    int udpDestinationPort() {
        return bytes.getShort(udpOffset + 2) & 0xffff;
    }

    Gid source() {
        return version == 4 ? Gid.ofIpv4(bytes.getInt(start + 12)) : ipv6(start + 8);
    }

    Gid destination() {
        return version == 4 ? Gid.ofIpv4(bytes.getInt(start + 16)) : ipv6(start + 24);
    }

    private Gid ipv6(int at) {
        return new Gid(bytes.getLong(at), bytes.getLong(at + 8));
    }
}
