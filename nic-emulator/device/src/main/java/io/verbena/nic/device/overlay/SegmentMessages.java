package io.verbena.nic.device.overlay;

import io.verbena.contracts.nic.OverlayLocation;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.nic.datapath.wire.Gid;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The control plane's segments in the NIC's words. Pure. */
public final class SegmentMessages {
    private SegmentMessages() {}

    /** What is wrong with a location, or null. */
    public static @Nullable String fault(OverlayLocation location) {
        try {
            Gid.parse(location.address());
            Gid.parse(location.vtep());
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** @throws IllegalArgumentException when a location is no pair of addresses */
    public static Segment segment(OverlaySegment message) {
        Map<Gid, Gid> vteps = new HashMap<>();
        for (OverlayLocation location : message.locations()) {
            vteps.put(Gid.parse(location.address()), Gid.parse(location.vtep()));
        }
        return new Segment(message.vni(), message.version(), vteps);
    }
}
