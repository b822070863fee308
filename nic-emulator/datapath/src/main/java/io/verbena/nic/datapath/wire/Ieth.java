package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** Invalidate extended transport header, 4 bytes (IBTA 9.3.8): the R_Key to invalidate. */
public final class Ieth {
    public static final int BYTES = 4;

    private Ieth() {}

    public static void write(MemorySegment bytes, long at, int rkey) {
        bytes.set(Bth.INT, at, rkey);
    }

    public static int rkey(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at);
    }
}
