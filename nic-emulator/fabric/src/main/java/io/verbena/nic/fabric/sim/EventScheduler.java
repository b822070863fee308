package io.verbena.nic.fabric.sim;

import java.util.PriorityQueue;

/** Events in the order of their times; those of one time in the order they were scheduled, so that a run replays. */
public final class EventScheduler {
    private record Event(long timeNs, long sequence, Runnable action) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(timeNs, other.timeNs);
            return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
        }
    }

    private final SimClock clock;
    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long scheduled;

    public EventScheduler(SimClock clock) {
        this.clock = clock;
    }

    /** Runs {@code action} at a time, at once when that has passed. */
    public void at(long timeNs, Runnable action) {
        events.add(new Event(Math.max(timeNs, clock.nowNs()), scheduled++, action));
    }

    public void after(long delayNs, Runnable action) {
        at(clock.nowNs() + delayNs, action);
    }

    /**
     * Moves the clock to the next event and runs it.
     *
     * @return false when there is none
     */
    public boolean runNext() {
        Event event = events.poll();
        if (event == null) {
            return false;
        }
        clock.advanceTo(event.timeNs);
        event.action.run();
        return true;
    }
}
