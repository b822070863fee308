package io.verbena.nic.fabric.sim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;

/**
 * The bytes that all transfers carry, each from an offset of its own: random, so that a wrong place shows, and none of
 * the marks that landing areas are filled with.
 */
final class Pattern {
    static final int BYTES = 1 << 20;
    /** Nothing has landed here. */
    static final byte EMPTY = (byte) 0xf1;
    /** Something landed here, was compared and taken away. */
    static final byte TAKEN = (byte) 0xf2;
    /** Nothing may ever land here. */
    static final byte FORBIDDEN = (byte) 0xf3;

    private static final int VALUES = 0xf0;
    private static final long SEED = 20_260;

    /** Read by every NIC, written by nobody; made once, as a world takes longer to fill than to run. */
    private static final MemorySegment MEMORY = made();

    private static final MemorySegment ALL_TAKEN = filled(TAKEN);
    private static final MemorySegment ALL_EMPTY = filled(EMPTY);
    private static final MemorySegment ALL_FORBIDDEN = filled(FORBIDDEN);

    private Pattern() {}

    private static MemorySegment made() {
        SplittableRandom random = new SplittableRandom(SEED);
        MemorySegment memory = Arena.global().allocate(BYTES, Long.BYTES);
        for (long i = 0; i < BYTES; i++) {
            memory.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt(VALUES));
        }
        return memory;
    }

    private static MemorySegment filled(byte value) {
        return Arena.global().allocate(BYTES).fill(value);
    }

    static MemorySegment memory() {
        return MEMORY;
    }

    static boolean isAllTaken(MemorySegment bytes) {
        return is(ALL_TAKEN, bytes);
    }

    static boolean isAllEmpty(MemorySegment bytes) {
        return is(ALL_EMPTY, bytes);
    }

    static boolean isAllForbidden(MemorySegment bytes) {
        return is(ALL_FORBIDDEN, bytes);
    }

    private static boolean is(MemorySegment reference, MemorySegment bytes) {
        return bytes.mismatch(reference.asSlice(0, bytes.byteSize())) < 0;
    }
}
