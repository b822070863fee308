package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;

/** A copy of scatter/gather entries: address 64 · length 32 · lkey 32 each. */
public final class SgeList {
    public static final int SGE_BYTES = 16;

    private static final long DIGEST_FACTOR = 0xff51_afd7_ed55_8ccdL;

    private final long[] addresses;
    private final int[] lengths;
    private final int[] lkeys;
    private int count;
    private long lengthBytes;
    private long digest;

    SgeList(int capacity) {
        addresses = new long[capacity];
        lengths = new int[capacity];
        lkeys = new int[capacity];
    }

    static void write(MemorySegment memory, long at, int sge, long address, int lengthBytes, int lkey) {
        long entry = at + (long) sge * SGE_BYTES;
        memory.set(Shared.LONG, entry, address);
        memory.set(Shared.INT, entry + 8, lengthBytes);
        memory.set(Shared.INT, entry + 12, lkey);
    }

    void read(MemorySegment memory, long at, int entries) {
        count = entries;
        lengthBytes = 0;
        digest = entries;
        for (int i = 0; i < entries; i++) {
            long entry = at + (long) i * SGE_BYTES;
            addresses[i] = memory.get(Shared.LONG, entry);
            lengths[i] = memory.get(Shared.INT, entry + 8);
            lkeys[i] = memory.get(Shared.INT, entry + 12);
            lengthBytes += lengths[i] & 0xffff_ffffL;
            digest = (digest ^ addresses[i]) * DIGEST_FACTOR + ((long) lengths[i] << 32 | lkeys[i] & 0xffff_ffffL);
            digest ^= digest >>> 32;
        }
    }

    public int count() {
        return count;
    }

    public long address(int sge) {
        return addresses[sge];
    }

    /** 0 to 2^32 - 1. */
    public long lengthBytes(int sge) {
        return lengths[sge] & 0xffff_ffffL;
    }

    public int lkey(int sge) {
        return lkeys[sge];
    }

    /** Sum over all entries. */
    public long lengthBytes() {
        return lengthBytes;
    }

    long digest() {
        return digest;
    }
}
