package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Gid;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One VNI as this NIC knows it. Written by {@link Locations}; the owner reads it and says when something is missing. */
final class Network {
    private final int vni;
    /** Functions of this NIC in it; under the lock of {@link Locations}. */
    int functions;

    private volatile Segment segment;
    private volatile boolean wanted;

    Network(int vni) {
        this.vni = vni;
        this.segment = new Segment(vni, 0, Map.of());
    }

    int vni() {
        return vni;
    }

    Segment segment() {
        return segment;
    }

    void set(Segment newer) {
        segment = newer;
    }

    @Nullable
    Gid whereIs(Gid address) {
        return segment.vteps().get(address);
    }

    /** Asks for the present segment; true when nobody had asked yet. */
    boolean want() {
        if (wanted) {
            return false;
        }
        wanted = true;
        return true;
    }

    boolean wanted() {
        return wanted;
    }

    void served() {
        wanted = false;
    }
}
