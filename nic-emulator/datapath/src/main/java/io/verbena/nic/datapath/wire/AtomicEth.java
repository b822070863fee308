package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** Atomic extended transport header, 28 bytes (IBTA 9.3.4): virtual address 64 · R_Key 32 · swap or add 64 · compare 64. */
public final class AtomicEth {
    public static final int BYTES = 28;
    public static final int ADDRESS_OFFSET = 0;
    public static final int RKEY_OFFSET = 8;
    public static final int SWAP_OR_ADD_OFFSET = 12;
    public static final int COMPARE_OFFSET = 20;

    private AtomicEth() {}

    public static void write(MemorySegment bytes, long at, long address, int rkey, long swapOrAdd, long compare) {
        bytes.set(Bth.LONG, at + ADDRESS_OFFSET, address);
        bytes.set(Bth.INT, at + RKEY_OFFSET, rkey);
        bytes.set(Bth.LONG, at + SWAP_OR_ADD_OFFSET, swapOrAdd);
        bytes.set(Bth.LONG, at + COMPARE_OFFSET, compare);
    }

    public static long address(MemorySegment bytes, long at) {
        return bytes.get(Bth.LONG, at + ADDRESS_OFFSET);
    }

    public static int rkey(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + RKEY_OFFSET);
    }

    public static long swapOrAdd(MemorySegment bytes, long at) {
        return bytes.get(Bth.LONG, at + SWAP_OR_ADD_OFFSET);
    }

    public static long compare(MemorySegment bytes, long at) {
        return bytes.get(Bth.LONG, at + COMPARE_OFFSET);
    }
}
