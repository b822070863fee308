package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import java.nio.ByteBuffer;

/**
 * Writes the Ethernet, IP and UDP headers of packets between two addresses, with right lengths and a right IPv4 checksum.
 * MAC addresses are made from the IP addresses, locally administered: nobody here has others. IPv4 carries DF and no
 * options; the UDP port is source and destination. Allocates nothing.
 */
public final class UdpHeaders {
    public static final int ETHERNET_BYTES = 14;
    public static final int ETHER_IPV4 = 0x0800;
    public static final int ETHER_IPV6 = 0x86dd;

    private static final int MAC_LOCALLY_ADMINISTERED = 0x0200;
    private static final int PROTOCOL_UDP = 17;
    private static final int TTL = 64;
    private static final int VERSION_4_IHL_5 = 0x4500;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int CHECKSUM_OFFSET = 6;

    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;
    private boolean ipv4;
    private long addressSum;

    /** Sets between whom the next headers are. */
    public void setPath(long fromHigh, long fromLow, long toHigh, long toLow) {
        sourceHigh = fromHigh;
        sourceLow = fromLow;
        destinationHigh = toHigh;
        destinationLow = toLow;
        ipv4 = Gid.isIpv4(fromHigh, fromLow);
        // The mapped prefix of an IPv4 address is no part of its header.
        addressSum = ipv4
                ? words(fromLow & 0xffff_ffffL) + words(toLow & 0xffff_ffffL)
                : words(fromHigh) + words(fromLow) + words(toHigh) + words(toLow);
    }

    private static long words(long value) {
        return (value >>> 48) + (value >>> 32 & 0xffff) + (value >>> 16 & 0xffff) + (value & 0xffff);
    }

    /** From the first byte of the frame to the UDP payload. */
    public int bytes() {
        return bytes(ipv4);
    }

    public static int bytes(boolean ipv4) {
        return ETHERNET_BYTES + (ipv4 ? Icrc.IPV4_BYTES : Icrc.IPV6_BYTES) + Icrc.UDP_BYTES;
    }

    /**
     * Writes the headers with UDP checksum 0, which means none (RFC 768).
     *
     * @param target big-endian
     * @param at of the frame's first byte
     * @param identification ignored for IPv6
     */
    public void write(ByteBuffer target, int at, int tos, int identification, int udpPort, int udpPayloadBytes) {
        mac(target, at, destinationLow);
        mac(target, at + 6, sourceLow);
        target.putShort(at + 12, (short) (ipv4 ? ETHER_IPV4 : ETHER_IPV6));
        int ip = at + ETHERNET_BYTES;
        int udpBytes = Icrc.UDP_BYTES + udpPayloadBytes;
        if (ipv4) {
            ipv4(target, ip, tos, identification, udpBytes);
        } else {
            ipv6(target, ip, tos, udpBytes);
        }
        int udp = at + bytes() - Icrc.UDP_BYTES;
        target.putShort(udp, (short) udpPort).putShort(udp + 2, (short) udpPort);
        target.putShort(udp + 4, (short) udpBytes).putShort(udp + CHECKSUM_OFFSET, (short) 0);
    }

    private static void mac(ByteBuffer target, int at, long addressLow) {
        target.putShort(at, (short) MAC_LOCALLY_ADMINISTERED).putInt(at + 2, (int) addressLow);
    }

    private void ipv4(ByteBuffer target, int at, int tos, int identification, int udpBytes) {
        int totalBytes = Icrc.IPV4_BYTES + udpBytes;
        long sum = addressSum + (VERSION_4_IHL_5 | tos) + totalBytes + identification + DONT_FRAGMENT;
        sum += TTL << 8 | PROTOCOL_UDP;
        target.putShort(at, (short) (VERSION_4_IHL_5 | tos)).putShort(at + 2, (short) totalBytes);
        target.putShort(at + 4, (short) identification).putShort(at + 6, (short) DONT_FRAGMENT);
        target.putShort(at + 8, (short) (TTL << 8 | PROTOCOL_UDP)).putShort(at + 10, (short) ~folded(sum));
        target.putInt(at + 12, (int) sourceLow).putInt(at + 16, (int) destinationLow);
    }

    private void ipv6(ByteBuffer target, int at, int tos, int udpBytes) {
        target.putInt(at, 0x6000_0000 | tos << 20).putShort(at + 4, (short) udpBytes);
        target.putShort(at + 6, (short) (PROTOCOL_UDP << 8 | TTL));
        target.putLong(at + 8, sourceHigh).putLong(at + 16, sourceLow);
        target.putLong(at + 24, destinationHigh).putLong(at + 32, destinationLow);
    }

    /**
     * Puts the UDP checksum behind headers that were written without.
     *
     * @param payloadSum of the payload's 16-bit words, not folded
     */
    public void writeChecksum(ByteBuffer target, int at, long payloadSum) {
        int udp = at + bytes() - Icrc.UDP_BYTES;
        int udpBytes = target.getShort(udp + 4) & 0xffff;
        int port = target.getShort(udp) & 0xffff;
        long sum = addressSum + PROTOCOL_UDP + udpBytes + port + port + udpBytes + payloadSum;
        int checksum = ~folded(sum) & 0xffff;
        // A sum of zero is sent as ones: zero means "none" (RFC 768).
        target.putShort(udp + CHECKSUM_OFFSET, (short) (checksum == 0 ? 0xffff : checksum));
    }

    private static int folded(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }
}
