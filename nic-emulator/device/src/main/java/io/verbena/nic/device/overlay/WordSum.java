package io.verbena.nic.device.overlay;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/** The sum of 16-bit words that the Internet checksum is made of (RFC 1071), over bytes that lie in pieces of any length. */
final class WordSum {
    private static final ValueLayout.OfLong EIGHT = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private long sum;
    private boolean odd;

    void restart() {
        sum = 0;
        odd = false;
    }

    /** Adds bytes at a native address. The order of bytes within a word does not matter until the end (RFC 1071, 2 B). */
    void add(long address, int bytes) {
        long partial = 0;
        int at = 0;
        for (; at + 8 <= bytes; at += 8) {
            long eight = EVERYTHING.get(EIGHT, address + at);
            partial += (eight & 0xffff_ffffL) + (eight >>> 32);
        }
        for (int shift = 0; at < bytes; at++, shift ^= 8) {
            partial += (long) Byte.toUnsignedInt(EVERYTHING.get(ValueLayout.JAVA_BYTE, address + at)) << shift;
        }
        while (partial > 0xffff) {
            partial = (partial & 0xffff) + (partial >>> 16);
        }
        sum += odd ? partial : swapped(partial);
        odd ^= (bytes & 1) != 0;
    }

    private static long swapped(long word) {
        return (word & 0xff) << 8 | word >>> 8;
    }

    /** In network order, not folded. */
    long value() {
        return sum;
    }
}
