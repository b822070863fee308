package io.verbena.nic.datapath.completion;

import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.abi.Cqe;

/** The NIC's side of a completion queue. After an overrun nothing more is written: the host has lost one already. */
public final class CompletionQueue {
    private final int number;
    private final int function;
    private final CompletionRing ring;
    private int producer;
    /** The host's consumer index when it was last looked at; it is looked at again only when the ring seems full. */
    private int consumer;

    private boolean overrun;
    private boolean overrunReported;
    private int users;

    CompletionQueue(int number, int function, CompletionRing ring) {
        this.number = number;
        this.function = function;
        this.ring = ring;
    }

    public int number() {
        return number;
    }

    public int function() {
        return function;
    }

    public boolean isOverrun() {
        return overrun;
    }

    /** True once, when the queue has overrun. */
    public boolean reportOverrun() {
        boolean first = overrun && !overrunReported;
        overrunReported |= overrun;
        return first;
    }

    /** Queue pairs that complete here, each half counted. */
    public int users() {
        return users;
    }

    public void attach() {
        users++;
    }

    public void detach() {
        users--;
    }

    /** @return false on overrun */
    boolean push(Cqe cqe) {
        if (overrun) {
            return false;
        }
        if (producer - consumer >= ring.entries()) {
            consumer = ring.consumer();
            int used = producer - consumer;
            if (used < 0 || used >= ring.entries()) {
                overrun = true;
                return false;
            }
        }
        ring.write(producer++, cqe);
        return true;
    }
}
