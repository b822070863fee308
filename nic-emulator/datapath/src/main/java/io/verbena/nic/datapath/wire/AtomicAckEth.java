package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** Atomic ACK extended transport header, 8 bytes (IBTA 9.5.3): the value before the atomic. */
public final class AtomicAckEth {
    public static final int BYTES = 8;

    private AtomicAckEth() {}

    public static void write(MemorySegment bytes, long at, long original) {
        bytes.set(Bth.LONG, at, original);
    }

    public static long original(MemorySegment bytes, long at) {
        return bytes.get(Bth.LONG, at);
    }
}
