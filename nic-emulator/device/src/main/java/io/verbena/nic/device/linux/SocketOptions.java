package io.verbena.nic.device.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Options of a socket, all of them an {@code int}; the numbers are the same on x86-64 and aarch64. */
public final class SocketOptions {
    public static final int SOL_IP = 0;
    public static final int SOL_SOCKET = 1;
    public static final int SOL_UDP = 17;
    public static final int SOL_IPV6 = 41;

    public static final int SO_RCVBUF = 8;
    public static final int SO_RCVBUFFORCE = 33;
    public static final int SO_SNDBUF = 7;
    public static final int SO_RXQ_OVFL = 40;

    public static final int IP_TOS = 1;
    public static final int IP_TTL = 2;
    public static final int IP_MTU_DISCOVER = 10;
    public static final int IP_RECVTTL = 12;
    public static final int IP_RECVTOS = 13;

    public static final int IPV6_MTU_DISCOVER = 23;
    public static final int IPV6_V6ONLY = 26;
    public static final int IPV6_RECVHOPLIMIT = 51;
    public static final int IPV6_HOPLIMIT = 52;
    public static final int IPV6_RECVTCLASS = 66;
    public static final int IPV6_TCLASS = 67;

    /** Always set DF, never fragment, take no path MTU from outside. */
    public static final int PMTUDISC_DO = 2;

    public static final int UDP_SEGMENT = 103;
    public static final int UDP_GRO = 104;

    private final Libc libc;
    private final MemorySegment value = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    private final MemorySegment valueBytes = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);

    public SocketOptions(Libc libc) {
        this.libc = libc;
    }

    /** Sets an option; gives 0 or minus errno. */
    public int set(int descriptor, int level, int option, int setting) {
        value.set(ValueLayout.JAVA_INT, 0, setting);
        return libc.setSocketOption(descriptor, level, option, value);
    }

    /** The value of an option that is not negative, or minus errno. */
    public int read(int descriptor, int level, int option) {
        valueBytes.set(ValueLayout.JAVA_INT, 0, Integer.BYTES);
        int result = libc.socketOption(descriptor, level, option, value, valueBytes);
        return result < 0 ? result : value.get(ValueLayout.JAVA_INT, 0);
    }
}
