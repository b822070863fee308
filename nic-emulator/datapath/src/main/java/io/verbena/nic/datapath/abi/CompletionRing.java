package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;

/**
 * A completion queue in shared memory: the consumer index, then entries. The host needs no producer index: an entry is
 * new when it carries the lap that is due.
 *
 * <pre>
 * 0   consumer   32, written by the host: entries before it are free
 * 64  entries of {@link Cqe#BYTES}, their count a power of two
 * </pre>
 */
public final class CompletionRing {
    private static final int CONSUMER = 0;
    private static final int ENTRIES = 64;

    private final MemorySegment memory;
    private final int entries;
    private final int lapShift;

    public CompletionRing(MemorySegment memory, int entries) {
        this.memory = memory;
        this.entries = entries;
        this.lapShift = Integer.numberOfTrailingZeros(entries);
    }

    public static long bytes(int entries) {
        return ENTRIES + (long) entries * Cqe.BYTES;
    }

    public int entries() {
        return entries;
    }

    /** NIC: writes entry {@code index} and makes it visible. */
    public void write(int index, Cqe cqe) {
        cqe.write(memory, offset(index), lap(index));
    }

    /** Host: reads entry {@code index} if it is there. */
    public boolean read(int index, Cqe cqe) {
        return cqe.read(memory, offset(index), lap(index));
    }

    /** NIC: what the host claims. */
    public int consumer() {
        return Shared.acquireInt(memory, CONSUMER);
    }

    /** Host: entries before {@code index} were read. */
    public void publishConsumer(int index) {
        Shared.releaseInt(memory, CONSUMER, index);
    }

    private long offset(int index) {
        return ENTRIES + (long) (index & entries - 1) * Cqe.BYTES;
    }

    /** Never 0, which is what fresh memory holds, as long as the ring has more than one entry. */
    private int lap(int index) {
        return (index >>> lapShift) + 1;
    }
}
