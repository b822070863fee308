package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Access to memory that another thread or process writes: ordered where it publishes, plain where it is published. */
final class Shared {
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INTS = INT.varHandle();
    private static final VarHandle LONGS = LONG.varHandle();

    private Shared() {}

    static int acquireInt(MemorySegment memory, long offset) {
        return (int) INTS.getAcquire(memory, offset);
    }

    static void releaseInt(MemorySegment memory, long offset, int value) {
        INTS.setRelease(memory, offset, value);
    }

    static int volatileInt(MemorySegment memory, long offset) {
        return (int) INTS.getVolatile(memory, offset);
    }

    static void setVolatileInt(MemorySegment memory, long offset, int value) {
        INTS.setVolatile(memory, offset, value);
    }

    static long opaqueLong(MemorySegment memory, long offset) {
        return (long) LONGS.getOpaque(memory, offset);
    }

    static long takeLong(MemorySegment memory, long offset) {
        return (long) LONGS.getAndSet(memory, offset, 0L);
    }

    /** Sets bits and says which were set before; a full fence. */
    static long setBits(MemorySegment memory, long offset, long bits) {
        return (long) LONGS.getAndBitwiseOr(memory, offset, bits);
    }
}
