package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;

/**
 * A context's doorbells: a bit for each queue pair, and above them a summary bit for each word of bits. A doorbell says
 * only that a queue pair has work; how much stands in the queue's own producer index. Rung twice it is taken once.
 *
 * <pre>
 * 0     summary: 16 words of 64 bits; bit w = word w of the bits may be non-zero
 * 128   bits: 1024 words of 64 bits; bit d = queue pair d has work
 * </pre>
 */
public final class DoorbellPage {
    private static final int SUMMARY_WORDS = 16;
    private static final int BITS_OFFSET = SUMMARY_WORDS * Long.BYTES;

    /** Doorbells of a page. */
    public static final int CAPACITY = SUMMARY_WORDS * Long.SIZE * Long.SIZE;

    public static final int BYTES = BITS_OFFSET + CAPACITY / Byte.SIZE;

    private final MemorySegment memory;

    public DoorbellPage(MemorySegment memory) {
        this.memory = memory;
    }

    /** Host: any thread may ring. */
    public void ring(int doorbell) {
        int word = doorbell >>> 6;
        long bit = 1L << doorbell;
        // A bit that was set has its summary bit set too, or its setter is about to set it.
        if ((Shared.setBits(memory, bitsOffset(word), bit) & bit) == 0) {
            Shared.setBits(memory, (word >>> 6) * (long) Long.BYTES, 1L << word);
        }
    }

    /** NIC: what it finds in a page. */
    @FunctionalInterface
    public interface Sink {
        void onDoorbell(int doorbell);
    }

    /**
     * NIC: takes doorbells until {@code limit} is reached or passed within one word.
     *
     * @return doorbells taken
     */
    public int drain(int limit, Sink sink) {
        int taken = 0;
        for (int top = 0; top < SUMMARY_WORDS && taken < limit; top++) {
            long summaryOffset = (long) top * Long.BYTES;
            if (Shared.opaqueLong(memory, summaryOffset) != 0) {
                taken += drainSummary(top, Shared.takeLong(memory, summaryOffset), limit - taken, sink);
            }
        }
        return taken;
    }

    private int drainSummary(int top, long summary, int limit, Sink sink) {
        int taken = 0;
        long left = summary;
        for (; left != 0 && taken < limit; left &= left - 1) {
            int word = top << 6 | Long.numberOfTrailingZeros(left);
            for (long bits = Shared.takeLong(memory, bitsOffset(word)); bits != 0; bits &= bits - 1) {
                sink.onDoorbell(word << 6 | Long.numberOfTrailingZeros(bits));
                taken++;
            }
        }
        if (left != 0) {
            Shared.setBits(memory, (long) top * Long.BYTES, left);
        }
        return taken;
    }

    /** NIC: whether a doorbell waits. */
    public boolean rung() {
        long any = 0;
        for (int top = 0; top < SUMMARY_WORDS; top++) {
            any |= Shared.opaqueLong(memory, (long) top * Long.BYTES);
        }
        return any != 0;
    }

    private static long bitsOffset(int word) {
        return BITS_OFFSET + (long) word * Long.BYTES;
    }
}
