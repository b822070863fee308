package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** Immediate data, 4 bytes (IBTA 9.3.6): opaque, passed on in wire order. */
public final class ImmDt {
    public static final int BYTES = 4;

    private ImmDt() {}

    public static void write(MemorySegment bytes, long at, int immediate) {
        bytes.set(Bth.INT, at, immediate);
    }

    public static int immediate(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at);
    }
}
