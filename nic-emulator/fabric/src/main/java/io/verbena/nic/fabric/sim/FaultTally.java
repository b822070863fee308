package io.verbena.nic.fabric.sim;

/** Faults that the links of a world have made so far. */
public final class FaultTally {
    private final long[] counts = new long[Fault.values().length];

    void add(Fault fault) {
        counts[fault.ordinal()]++;
    }

    public long count(Fault fault) {
        return counts[fault.ordinal()];
    }

    /** Whether every kind has happened. */
    public boolean isComplete() {
        for (long count : counts) {
            if (count == 0) {
                return false;
            }
        }
        return true;
    }
}
