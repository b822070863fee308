package io.verbena.nic.datapath.observe;

import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** Events that wait to be polled. Bounded: the oldest stay, later ones are lost and counted, so a burst cannot eat memory. */
public final class EventQueue {
    /** A second of the worst flood a person would still read. */
    public static final int CAPACITY = 1024;

    private final ArrayDeque<NicEvent> events = new ArrayDeque<>();
    private final Counters port;

    public EventQueue(Counters port) {
        this.port = port;
    }

    public void add(NicEvent event) {
        if (events.size() == CAPACITY) {
            port.increment(Counter.LOST_EVENTS);
            return;
        }
        events.add(event);
    }

    public @Nullable NicEvent poll() {
        return events.poll();
    }
}
