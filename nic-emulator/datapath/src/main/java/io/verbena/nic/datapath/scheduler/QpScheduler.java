package io.verbena.nic.datapath.scheduler;

import java.util.Arrays;

/**
 * Deficit round robin over functions; within a function responses go before requests, each in the order of activation.
 * A queue pair with work stands in the ring of that work once; one without stands nowhere and costs nothing.
 */
public final class QpScheduler {
    /** Kinds of work; a queue pair may have both. */
    public static final int REQUEST = 1;

    public static final int RESPONSE = 2;

    /** No queue pair is ready. */
    public static final int NONE = -1;

    /** A full train: what a function sends before the next one has its turn. */
    private static final int QUANTUM_BYTES = 65_536;

    private IntRing[] responses = {};
    private IntRing[] requests = {};
    private long[] deficit = {};
    private boolean[] waiting = {};
    private final IntRing functions = new IntRing();
    private byte[] ready = new byte[64];
    /** Whose turn it is, {@link #NONE} between turns. */
    private int current = NONE;

    private int grantedKind;

    public QpScheduler(int functionCount) {
        grow(functionCount);
    }

    /** Takes in functions up to {@code functionCount}; those that are there keep their turn. */
    public void grow(int functionCount) {
        int before = responses.length;
        if (functionCount <= before) {
            return;
        }
        responses = Arrays.copyOf(responses, functionCount);
        requests = Arrays.copyOf(requests, functionCount);
        deficit = Arrays.copyOf(deficit, functionCount);
        waiting = Arrays.copyOf(waiting, functionCount);
        for (int i = before; i < functionCount; i++) {
            responses[i] = new IntRing();
            requests[i] = new IntRing();
        }
    }

    /** Gives a queue pair work to be granted. Does nothing when it waits for that already. */
    public void activate(int slot, int function, int kind) {
        if (markReady(slot, kind)) {
            ring(function, kind).addLast(slot);
            enlist(function);
        }
    }

    /** Puts back, to be first again, what was granted but found no room. */
    public void restore(int slot, int function, int kind) {
        if (markReady(slot, kind)) {
            ring(function, kind).addFirst(slot);
            enlist(function);
        }
    }

    /** Grants: the slot, whose work is {@link #grantedKind}, or {@link #NONE}. */
    public int grant() {
        while (true) {
            if (current == NONE) {
                if (functions.isEmpty()) {
                    return NONE;
                }
                current = functions.removeFirst();
                deficit[current] += QUANTUM_BYTES;
            }
            boolean hasResponse = !responses[current].isEmpty();
            if (!hasResponse && requests[current].isEmpty()) {
                // An idle function saves nothing up.
                deficit[current] = 0;
                waiting[current] = false;
                current = NONE;
            } else if (deficit[current] <= 0) {
                functions.addLast(current);
                current = NONE;
            } else {
                grantedKind = hasResponse ? RESPONSE : REQUEST;
                int slot = (hasResponse ? responses : requests)[current].removeFirst();
                ready[slot] &= (byte) ~grantedKind;
                return slot;
            }
        }
    }

    public int grantedKind() {
        return grantedKind;
    }

    /** Charges what a grant sent to its function. */
    public void charge(int function, long bytes) {
        deficit[function] -= bytes;
    }

    private IntRing ring(int function, int kind) {
        return (kind == RESPONSE ? responses : requests)[function];
    }

    private boolean markReady(int slot, int kind) {
        if (slot >= ready.length) {
            ready = Arrays.copyOf(ready, Math.max(2 * ready.length, Integer.highestOneBit(slot) << 1));
        }
        if ((ready[slot] & kind) != 0) {
            return false;
        }
        ready[slot] |= (byte) kind;
        return true;
    }

    private void enlist(int function) {
        if (!waiting[function]) {
            waiting[function] = true;
            functions.addLast(function);
        }
    }
}
