package io.verbena.nic.device.udp;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** The counts of a port: written by its owner, read by anyone. */
public final class UdpCounters {
    private static final UdpCounter[] ALL = UdpCounter.values();

    private final AtomicLongArray counts = new AtomicLongArray(ALL.length);

    public void add(UdpCounter counter, long n) {
        int at = counter.ordinal();
        counts.lazySet(at, counts.getPlain(at) + n);
    }

    public long value(UdpCounter counter) {
        return counts.get(counter.ordinal());
    }

    /** All counts by exposed name. */
    public Map<String, Long> snapshot() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (UdpCounter counter : ALL) {
            all.put(counter.exposedName(), value(counter));
        }
        return all;
    }
}
