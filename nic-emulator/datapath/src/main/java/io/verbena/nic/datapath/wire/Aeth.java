package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** ACK extended transport header, 4 bytes (IBTA 9.3.5): {@link Syndrome} 8 · MSN 24. */
public final class Aeth {
    public static final int BYTES = 4;
    public static final int SYNDROME_OFFSET = 0;
    public static final int MSN_OFFSET = 0;

    private Aeth() {}

    public static void write(MemorySegment bytes, long at, int syndrome, int msn) {
        bytes.set(Bth.INT, at, syndrome << 24 | msn & Bth.MASK_24);
    }

    public static int syndrome(MemorySegment bytes, long at) {
        return bytes.get(ValueLayout.JAVA_BYTE, at + SYNDROME_OFFSET) & 0xff;
    }

    /** Messages that the responder completed, modulo 2^24. */
    public static int msn(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + MSN_OFFSET) & Bth.MASK_24;
    }
}
