package io.verbena.nic.datapath.time;

import java.util.Arrays;

/**
 * One timer for each id, in slots of 65.536 us. A timer never fires early and at most a slot late. Moving a deadline
 * further away, which each acknowledgement does, and cancelling only store a number: the wheel looks when the old slot
 * comes. Timers of one slot fire in the order they were put there, so a run can be replayed.
 */
public final class TimerWheel {
    private static final int SLOT_SHIFT = 16;
    private static final int SLOTS = 4096;
    private static final int SLOT_MASK = SLOTS - 1;
    private static final int NONE = -1;

    private final int[] head = new int[SLOTS];
    private final int[] tail = new int[SLOTS];
    private final long[] occupied = new long[SLOTS / Long.SIZE];
    private int[] next = new int[0];
    private int[] previous = new int[0];
    /** The absolute slot a timer stands in; meaningful where {@code linked}. */
    private long[] slotOf = new long[0];

    private long[] deadlineNs = new long[0];
    private boolean[] armed = new boolean[0];
    private boolean[] linked = new boolean[0];
    private int linkedCount;
    /** The next slot to look at; all before it are empty. */
    private long cursor;

    private boolean started;

    public TimerWheel() {
        Arrays.fill(head, NONE);
        Arrays.fill(tail, NONE);
    }

    /** Sets the timer of an id, in place of what it was set to. */
    public void arm(int id, long deadline, long nowNs) {
        start(nowNs);
        reserve(id);
        deadlineNs[id] = deadline;
        armed[id] = true;
        long slot = slotFor(deadline);
        if (!linked[id]) {
            link(id, slot);
        } else if (slot < slotOf[id]) {
            unlink(id);
            link(id, slot);
        }
    }

    public void cancel(int id) {
        if (id < armed.length) {
            armed[id] = false;
        }
    }

    public boolean isArmed(int id) {
        return id < armed.length && armed[id];
    }

    /** Takes one timer whose deadline passed, or -1. */
    public int poll(long nowNs) {
        start(nowNs);
        long nowSlot = nowNs >> SLOT_SHIFT;
        while (cursor <= nowSlot) {
            int id = head[(int) cursor & SLOT_MASK];
            if (id == NONE) {
                cursor = Math.min(nowSlot + 1, nextOccupied());
                continue;
            }
            unlink(id);
            if (!armed[id]) {
                continue;
            }
            if (deadlineNs[id] - nowNs > 0) {
                link(id, slotFor(deadlineNs[id]));
                continue;
            }
            armed[id] = false;
            return id;
        }
        return NONE;
    }

    /** When to poll next, {@link Long#MAX_VALUE} for never. May be earlier than any deadline, never later than a slot after one. */
    public long nextDeadlineNs() {
        return linkedCount == 0 ? Long.MAX_VALUE : nextOccupied() << SLOT_SHIFT;
    }

    private void start(long nowNs) {
        if (!started) {
            started = true;
            cursor = nowNs >> SLOT_SHIFT;
        }
    }

    private void reserve(int id) {
        if (id >= next.length) {
            int capacity = Math.max(64, Integer.highestOneBit(id) << 1);
            next = Arrays.copyOf(next, capacity);
            previous = Arrays.copyOf(previous, capacity);
            slotOf = Arrays.copyOf(slotOf, capacity);
            deadlineNs = Arrays.copyOf(deadlineNs, capacity);
            armed = Arrays.copyOf(armed, capacity);
            linked = Arrays.copyOf(linked, capacity);
        }
    }

    /** The first slot that starts at or after the deadline, brought into the wheel's reach: one too early is looked at again. */
    private long slotFor(long deadline) {
        long slot = -(-deadline >> SLOT_SHIFT);
        return Math.min(Math.max(slot, cursor), cursor + SLOTS - 1);
    }

    private void link(int id, long slot) {
        int bucket = (int) slot & SLOT_MASK;
        int last = tail[bucket];
        previous[id] = last;
        next[id] = NONE;
        if (last == NONE) {
            head[bucket] = id;
            occupied[bucket >>> 6] |= 1L << bucket;
        } else {
            next[last] = id;
        }
        tail[bucket] = id;
        slotOf[id] = slot;
        linked[id] = true;
        linkedCount++;
    }

    private void unlink(int id) {
        int bucket = (int) slotOf[id] & SLOT_MASK;
        int before = previous[id];
        int after = next[id];
        if (before == NONE) {
            head[bucket] = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            tail[bucket] = before;
        } else {
            previous[after] = before;
        }
        if (head[bucket] == NONE) {
            occupied[bucket >>> 6] &= ~(1L << bucket);
        }
        linked[id] = false;
        linkedCount--;
    }

    /** The first occupied slot from the cursor on, or one round later when there is none. */
    private long nextOccupied() {
        int from = (int) cursor & SLOT_MASK;
        int word = from >>> 6;
        long bits = occupied[word] & -1L << from;
        for (int i = 0; i <= occupied.length; i++) {
            if (bits != 0) {
                int bucket = word << 6 | Long.numberOfTrailingZeros(bits);
                return cursor + (bucket - from & SLOT_MASK);
            }
            word = word + 1 & occupied.length - 1;
            bits = occupied[word];
        }
        return cursor + SLOTS;
    }
}
