package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** RDMA extended transport header, 16 bytes (IBTA 9.3.3): virtual address 64 · R_Key 32 · DMA length 32. */
public final class Reth {
    public static final int BYTES = 16;
    public static final int ADDRESS_OFFSET = 0;
    public static final int RKEY_OFFSET = 8;
    public static final int LENGTH_OFFSET = 12;

    private Reth() {}

    public static void write(MemorySegment bytes, long at, long address, int rkey, int lengthBytes) {
        bytes.set(Bth.LONG, at + ADDRESS_OFFSET, address);
        bytes.set(Bth.INT, at + RKEY_OFFSET, rkey);
        bytes.set(Bth.INT, at + LENGTH_OFFSET, lengthBytes);
    }

    public static long address(MemorySegment bytes, long at) {
        return bytes.get(Bth.LONG, at + ADDRESS_OFFSET);
    }

    public static int rkey(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + RKEY_OFFSET);
    }

    /** DMA length of the whole message, 0 to 2^32 - 1; more than 2^31 is invalid (IBTA C9-8). */
    public static long lengthBytes(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + LENGTH_OFFSET) & 0xffff_ffffL;
    }
}
