package io.verbena.nic.device.linux;

import io.verbena.nic.datapath.wire.Gid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** {@code struct sockaddr_in} and {@code sockaddr_in6} as a flyweight, with an address in its GID form. */
public final class SocketAddress {
    static final int AF_INET = 2;
    static final int AF_INET6 = 10;
    static final int MAX_BYTES = 28;

    private static final int IPV4_BYTES = 16;
    /** {@code ::ffff:0:0}, the second half. */
    private static final long MAPPED = 0x0000_ffff_0000_0000L;

    private static final ValueLayout.OfShort NET_SHORT = ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfInt NET_INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong NET_LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment memory = Arena.ofAuto().allocate(32, 8);

    public MemorySegment memory() {
        return memory;
    }

    /** Writes an address; returns the length of the structure. */
    public int put(long high, long low, int port) {
        memory.set(NET_SHORT, 2, (short) port);
        if (Gid.isIpv4(high, low)) {
            memory.set(ValueLayout.JAVA_SHORT, 0, (short) AF_INET);
            memory.set(NET_INT, 4, (int) low);
            memory.set(ValueLayout.JAVA_LONG, 8, 0);
            return IPV4_BYTES;
        }
        memory.set(ValueLayout.JAVA_SHORT, 0, (short) AF_INET6);
        memory.set(ValueLayout.JAVA_INT, 4, 0);
        memory.set(NET_LONG, 8, high);
        memory.set(NET_LONG, 16, low);
        memory.set(ValueLayout.JAVA_INT, 24, 0);
        return MAX_BYTES;
    }

    public int port() {
        return Short.toUnsignedInt(memory.get(NET_SHORT, 2));
    }

    /** The first half of the address as a GID. */
    public long high() {
        return isIpv4() ? 0 : memory.get(NET_LONG, 8);
    }

    /** The second half of the address as a GID. */
    public long low() {
        return isIpv4() ? MAPPED | Integer.toUnsignedLong(memory.get(NET_INT, 4)) : memory.get(NET_LONG, 16);
    }

    private boolean isIpv4() {
        return memory.get(ValueLayout.JAVA_SHORT, 0) == AF_INET;
    }
}
