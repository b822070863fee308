package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;

/**
 * A receive work request, copied out of shared memory once.
 *
 * <pre>
 * 0   wr_id       64
 * 8   SGE count   32
 * 16  SGEs: address 64 · length 32 · lkey 32
 * </pre>
 */
public final class ReceiveWqe {
    public static final int HEADER_BYTES = 16;
    private static final int SGE_COUNT = 8;
    private static final int MAX_SGES = 32;

    private final SgeList sges = new SgeList(MAX_SGES);
    private long wrId;
    private int sgeCount;

    public static int stride(int sges) {
        int bytes = HEADER_BYTES + sges * SgeList.SGE_BYTES;
        return Math.max(32, Integer.highestOneBit(bytes - 1) << 1);
    }

    /** Host: writes the header. */
    public static void write(MemorySegment memory, long at, long wrId, int sgeCount) {
        memory.set(Shared.LONG, at, wrId);
        memory.set(Shared.INT, at + SGE_COUNT, sgeCount);
    }

    /** Host: writes one SGE behind the header. */
    public static void writeSge(MemorySegment memory, long at, int sge, long address, int lengthBytes, int lkey) {
        SgeList.write(memory, at + HEADER_BYTES, sge, address, lengthBytes, lkey);
    }

    /** NIC: takes the copy; SGEs are read only when there is room for so many. */
    public void read(MemorySegment memory, long at, int maxSges) {
        wrId = memory.get(Shared.LONG, at);
        sgeCount = memory.get(Shared.INT, at + SGE_COUNT);
        sges.read(memory, at + HEADER_BYTES, sgeCount < 0 || sgeCount > maxSges ? 0 : sgeCount);
    }

    public long wrId() {
        return wrId;
    }

    public int sgeCount() {
        return sgeCount;
    }

    public SgeList sges() {
        return sges;
    }
}
