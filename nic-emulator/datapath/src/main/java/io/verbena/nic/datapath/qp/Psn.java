package io.verbena.nic.datapath.qp;

/** Packet sequence numbers on the 24-bit circle (IBTA 9.7.1). */
public final class Psn {
    public static final int MASK = 0xff_ffff;
    /** PSNs that may be outstanding: half the circle. */
    public static final int WINDOW = 1 << 23;

    private Psn() {}

    public static int add(int psn, int count) {
        return psn + count & MASK;
    }

    /** How far {@code a} is ahead of {@code b}: -2^23 to 2^23 - 1. */
    public static int distance(int a, int b) {
        return a - b << 8 >> 8;
    }

    /** Packets of a message, one for an empty one. */
    public static int packets(long lengthBytes, int mtu) {
        return lengthBytes == 0 ? 1 : (int) ((lengthBytes + mtu - 1) / mtu);
    }
}
