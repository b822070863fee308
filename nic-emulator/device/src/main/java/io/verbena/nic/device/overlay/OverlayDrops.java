package io.verbena.nic.device.overlay;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/** Packets that were dropped, by reason: written by the port's owner, read by anyone. */
public final class OverlayDrops {
    private static final OverlayDrop[] ALL = OverlayDrop.values();

    private final AtomicLongArray counts = new AtomicLongArray(ALL.length);

    void add(OverlayDrop reason, int packets) {
        int at = reason.ordinal();
        counts.lazySet(at, counts.getPlain(at) + packets);
    }

    public long packets(OverlayDrop reason) {
        return counts.get(reason.ordinal());
    }

    /** All counts by exposed name. */
    public Map<String, Long> snapshot() {
        Map<String, Long> all = new LinkedHashMap<>();
        for (OverlayDrop reason : ALL) {
            all.put(reason.exposedName(), packets(reason));
        }
        return all;
    }
}
