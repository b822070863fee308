package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.Gid;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.util.Collections;
import org.jspecify.annotations.Nullable;

/**
 * The interface that an address is on.
 *
 * @param name as {@code ip link} shows it
 * @param mtuBytes of the IP packets it carries
 */
record Link(String name, int mtuBytes) {
    /** IPv6, UDP, BTH with the longest extended headers, ICRC: what Soft-RoCE leaves room for. */
    private static final int HEADER_ROOM_BYTES = 80;

    private static final int LARGEST_MTU = 4096;
    private static final int SMALLEST_MTU = 256;

    /** The interface whose network has the address (all of 127/8 is the loopback's), or null. */
    static @Nullable Link of(Gid address) throws IOException {
        InetAddress wanted = address.toInetAddress();
        for (NetworkInterface candidate : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InterfaceAddress own : candidate.getInterfaceAddresses()) {
                if (inSameNetwork(wanted, own)) {
                    return new Link(candidate.getName(), candidate.getMTU());
                }
            }
        }
        return null;
    }

    private static boolean inSameNetwork(InetAddress wanted, InterfaceAddress own) {
        byte[] a = wanted.getAddress();
        byte[] b = own.getAddress().getAddress();
        if (a.length != b.length) {
            return false;
        }
        int bits = own.getNetworkPrefixLength();
        for (int i = 0; i < a.length && bits > 0; i++, bits -= 8) {
            int mask = bits >= 8 ? 0xff : 0xff << (8 - bits);
            if (((a[i] ^ b[i]) & mask) != 0) {
                return false;
            }
        }
        return true;
    }

    /** What an IP packet must have room for, so that the smallest RoCE path MTU fits. */
    static int leastMtuBytes(int tunnelBytes) {
        return SMALLEST_MTU + HEADER_ROOM_BYTES + tunnelBytes;
    }

    /**
     * The largest RoCE path MTU that fits: 1024 on an Ethernet of 1500, 4096 from 4176 on; 0 when none does.
     *
     * @param tunnelBytes of the headers that a tunnel puts around each packet
     */
    int roceMtu(int tunnelBytes) {
        for (int mtu = LARGEST_MTU; mtu >= SMALLEST_MTU; mtu /= 2) {
            if (mtu + HEADER_ROOM_BYTES + tunnelBytes <= mtuBytes) {
                return mtu;
            }
        }
        return 0;
    }
}
