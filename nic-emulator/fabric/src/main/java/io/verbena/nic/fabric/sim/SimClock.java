package io.verbena.nic.fabric.sim;

/** Simulated time. It stands still until the next event moves it. */
public final class SimClock {
    private long nowNs;

    public long nowNs() {
        return nowNs;
    }

    void advanceTo(long timeNs) {
        if (timeNs < nowNs) {
            throw new IllegalArgumentException("time goes from " + nowNs + " back to " + timeNs);
        }
        nowNs = timeNs;
    }
}
