package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * CRC-32 (IEEE 802.3, reflected) as algebra: the raw register over short runs of bytes, and products of polynomials
 * modulo the generator, by which CRCs of pieces are joined. Bit 31 is the coefficient of x^0.
 */
final class Crc32 {
    private static final int GENERATOR = 0xedb8_8320;
    private static final int ONE = 0x8000_0000;
    /** x^(2^32 - 1) = 1, as the generator is primitive. */
    private static final long ORDER = 0xffff_ffffL;

    private static final int SLICES = 8;
    private static final ValueLayout.OfInt LITTLE_INT =
            ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LITTLE_LONG =
            ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** An IP packet has at most so many bytes. */
    private static final int MAX_BYTES = 65_535;

    private static final int[][] TABLE = table();
    private static final int[] POWER_OF_BYTES = powersOfBytes();

    private Crc32() {}

    private static int[][] table() {
        int[][] table = new int[SLICES][256];
        for (int i = 0; i < 256; i++) {
            int register = i;
            for (int bit = 0; bit < 8; bit++) {
                register = timesX(register);
            }
            table[0][i] = register;
        }
        for (int slice = 1; slice < SLICES; slice++) {
            for (int i = 0; i < 256; i++) {
                int before = table[slice - 1][i];
                table[slice][i] = before >>> 8 ^ table[0][before & 0xff];
            }
        }
        return table;
    }

    private static int[] powersOfBytes() {
        int[] powers = new int[MAX_BYTES + 1];
        powers[0] = ONE;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = update(powers[i - 1], 0);
        }
        return powers;
    }

    private static int timesX(int a) {
        return a >>> 1 ^ GENERATOR & -(a & 1);
    }

    /** The register after one byte. */
    static int update(int register, int value) {
        return register >>> 8 ^ TABLE[0][(register ^ value) & 0xff];
    }

    /** The register after eight bytes, the first of them the least significant one. */
    static int updateEight(int register, long eight) {
        long next = eight ^ register & 0xffff_ffffL;
        return TABLE[7][(int) next & 0xff]
                ^ TABLE[6][(int) (next >>> 8) & 0xff]
                ^ TABLE[5][(int) (next >>> 16) & 0xff]
                ^ TABLE[4][(int) (next >>> 24) & 0xff]
                ^ TABLE[3][(int) (next >>> 32) & 0xff]
                ^ TABLE[2][(int) (next >>> 40) & 0xff]
                ^ TABLE[1][(int) (next >>> 48) & 0xff]
                ^ TABLE[0][(int) (next >>> 56)];
    }

    private static int updateFour(int register, int four) {
        int next = four ^ register;
        return TABLE[3][next & 0xff]
                ^ TABLE[2][next >>> 8 & 0xff]
                ^ TABLE[1][next >>> 16 & 0xff]
                ^ TABLE[0][next >>> 24];
    }

    /** Eight bytes of a segment, the first of them the least significant one. */
    static long eight(MemorySegment bytes, long offset) {
        return bytes.get(LITTLE_LONG, offset);
    }

    /** The register after {@code length} bytes of a segment; for runs of some tens of bytes. */
    static int update(int register, MemorySegment bytes, long offset, int length) {
        int state = register;
        long at = offset;
        long end = offset + length;
        for (; at + Long.BYTES <= end; at += Long.BYTES) {
            state = updateEight(state, eight(bytes, at));
        }
        if (at + Integer.BYTES <= end) {
            state = updateFour(state, bytes.get(LITTLE_INT, at));
            at += Integer.BYTES;
        }
        for (; at < end; at++) {
            state = update(state, bytes.get(ValueLayout.JAVA_BYTE, at));
        }
        return state;
    }

    /** Product of two polynomials. */
    static int multiply(int a, int b) {
        int product = 0;
        int left = a;
        int right = b;
        while (left != 0) {
            product ^= right & left >> 31;
            right = timesX(right);
            left <<= 1;
        }
        return product;
    }

    /** x^(8 bytes): what so many zero bytes do to a register. */
    static int powerOfBytes(int bytes) {
        return POWER_OF_BYTES[bytes];
    }

    /** x^(-8 bytes): undoes {@link #powerOfBytes}. */
    static int inversePowerOfBytes(int bytes) {
        long exponent = (ORDER - 8L * bytes) % ORDER;
        int power = ONE;
        for (int square = timesX(ONE); exponent != 0; exponent >>>= 1, square = multiply(square, square)) {
            if ((exponent & 1) != 0) {
                power = multiply(power, square);
            }
        }
        return power;
    }
}
