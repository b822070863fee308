package io.verbena.nic.datapath.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Pieces of host memory, in order: where one packet's payload comes from or goes to. Filled and used again. */
public final class RangeList {
    /** SGEs of a work request, at most. */
    private static final int CAPACITY = 32;

    private final @Nullable HostRange[] ranges = new HostRange[CAPACITY];
    private final long[] offsets = new long[CAPACITY];
    private final int[] lengths = new int[CAPACITY];
    private int count;

    /** Forgets the pieces, and the memory behind them. */
    public void clear() {
        Arrays.fill(ranges, 0, count, null);
        count = 0;
    }

    public void add(HostRange range, long offset, int lengthBytes) {
        ranges[count] = range;
        offsets[count] = offset;
        lengths[count] = lengthBytes;
        count++;
    }

    public int count() {
        return count;
    }

    public HostRange range(int piece) {
        HostRange range = ranges[piece];
        if (range == null) {
            throw new IndexOutOfBoundsException(piece);
        }
        return range;
    }

    public long offset(int piece) {
        return offsets[piece];
    }

    public int lengthBytes(int piece) {
        return lengths[piece];
    }
}
