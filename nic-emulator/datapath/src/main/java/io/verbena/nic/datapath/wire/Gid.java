package io.verbena.nic.datapath.wire;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;

/**
 * A RoCEv2 GID: the IPv6 address of a function, or its IPv4 address in mapped form ({@code ::ffff:a.b.c.d}).
 *
 * @param high bytes 0 to 7, big-endian
 * @param low bytes 8 to 15, big-endian
 */
public record Gid(long high, long low) {
    private static final long MAPPED = 0x0000_ffff_0000_0000L;

    /** The GID of an IPv4 address in host order. */
    public static Gid ofIpv4(int address) {
        return new Gid(0, MAPPED | (address & 0xffff_ffffL));
    }

    /**
     * Reads an IP address literal; looks no name up.
     *
     * @throws IllegalArgumentException when it is no literal
     */
    public static Gid parse(String literal) {
        if (literal.isEmpty() || !literal.matches("[0-9a-fA-F:.]+")) {
            throw new IllegalArgumentException("not an IP address literal: '" + literal + "'");
        }
        try {
            return of(InetAddress.ofLiteral(literal));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("not an IP address literal: '" + literal + "'", e);
        }
    }

    public static Gid of(InetAddress address) {
        byte[] bytes = address.getAddress();
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return bytes.length == 4 ? ofIpv4(buffer.getInt()) : new Gid(buffer.getLong(), buffer.getLong());
    }

    public boolean isIpv4() {
        return isIpv4(high, low);
    }

    public static boolean isIpv4(long high, long low) {
        return high == 0 && (low & 0xffff_ffff_0000_0000L) == MAPPED;
    }

    /** The IPv4 address in host order; meaningful when {@link #isIpv4}. */
    public int ipv4() {
        return (int) low;
    }

    public InetAddress toInetAddress() {
        byte[] bytes = isIpv4()
                ? ByteBuffer.allocate(4).putInt(ipv4()).array()
                : ByteBuffer.allocate(16).putLong(high).putLong(low).array();
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException e) {
            throw new AssertionError("four or sixteen bytes are an address", e);
        }
    }

    @Override
    public String toString() {
        return toInetAddress().getHostAddress();
    }
}
