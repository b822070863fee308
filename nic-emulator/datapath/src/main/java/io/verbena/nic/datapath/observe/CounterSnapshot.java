package io.verbena.nic.datapath.observe;

/** Counters and drops at one moment, by the ordinal of {@link Counter} and {@link DropReason}. */
public final class CounterSnapshot {
    private final long[] counts;
    private final long[] drops;

    CounterSnapshot(long[] counts, long[] drops) {
        this.counts = counts.clone();
        this.drops = drops.clone();
    }

    public long count(Counter counter) {
        return counts[counter.ordinal()];
    }

    public long dropped(DropReason reason) {
        return drops[reason.ordinal()];
    }

    /** Packets dropped for whatever reason. */
    public long droppedInAll() {
        long sum = 0;
        for (long drop : drops) {
            sum += drop;
        }
        return sum;
    }
}
