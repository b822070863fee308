package io.verbena.nic.device.telemetry;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** A queue whose oldest entry gives way when it is full, with a count. Thread-safe; nothing waits on it. */
final class BoundedBacklog<T> {
    private final ArrayDeque<T> entries = new ArrayDeque<>();
    private final int capacity;
    private long dropped;

    BoundedBacklog(int capacity) {
        this.capacity = capacity;
    }

    synchronized void add(T entry) {
        if (entries.size() == capacity) {
            entries.removeFirst();
            dropped++;
        }
        entries.addLast(entry);
    }

    synchronized @Nullable T peek() {
        return entries.peekFirst();
    }

    synchronized @Nullable T poll() {
        return entries.pollFirst();
    }

    /** Takes the entry out if it is still the oldest: a full queue may have let it go since it was peeked. */
    synchronized void remove(T entry) {
        if (entries.peekFirst() == entry) {
            entries.removeFirst();
        }
    }

    synchronized int size() {
        return entries.size();
    }

    synchronized long dropped() {
        return dropped;
    }
}
