package io.verbena.nic.datapath.observe;

/** The counters and drops of one function or of the port. Written by the NIC's owner only. */
public final class Counters {
    private final long[] counts = new long[Counter.values().length];
    private final long[] drops = new long[DropReason.values().length];

    public void add(Counter counter, long amount) {
        counts[counter.ordinal()] += amount;
    }

    public void increment(Counter counter) {
        counts[counter.ordinal()]++;
    }

    public void drop(DropReason reason) {
        drops[reason.ordinal()]++;
    }

    public long count(Counter counter) {
        return counts[counter.ordinal()];
    }

    public long dropped(DropReason reason) {
        return drops[reason.ordinal()];
    }

    public CounterSnapshot snapshot() {
        return new CounterSnapshot(counts, drops);
    }
}
