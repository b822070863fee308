package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Gid;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a packet goes and whether one may come, from the functions of this NIC and the locations of others. Answers are
 * kept, a few for each direction, until something changes: a flow asks for the same again and again. Owner thread only.
 */
final class Routes {
    private static final int SLOTS = 256;

    private final Gid self;
    private final Locations locations;
    private final Map<Gid, Network> functions = new HashMap<>();
    private final Route[] routes = new Route[SLOTS];
    private final Entry[] entries = new Entry[SLOTS];
    private long ownChanges;

    /** To whom a train from one address to another goes. */
    static final class Route {
        private long sourceHigh;
        private long sourceLow;
        private long destinationHigh;
        private long destinationLow;
        private long stamp = -1;
        private @Nullable Network network;
        private @Nullable Gid vtep;

        /** Null when the source is no function of this NIC. */
        @Nullable
        Network network() {
            return network;
        }

        /** Null when nobody has said yet. */
        @Nullable
        Gid vtep() {
            return vtep;
        }
    }

    /** Whether a packet may come in. */
    private static final class Entry {
        private int vni;
        private long sourceHigh;
        private long sourceLow;
        private long destinationHigh;
        private long destinationLow;
        private long outerHigh;
        private long outerLow;
        private long stamp = -1;
        private @Nullable Network network;
        private @Nullable OverlayDrop refusal;
    }

    /** @param self this NIC's tunnel endpoint */
    Routes(Gid self, Locations locations) {
        this.self = self;
        this.locations = locations;
        for (int i = 0; i < SLOTS; i++) {
            routes[i] = new Route();
            entries[i] = new Entry();
        }
    }

    void open(Gid address, int vni) {
        close(address);
        functions.put(address, locations.attach(vni));
        ownChanges++;
    }

    void close(Gid address) {
        Network before = functions.remove(address);
        if (before != null) {
            locations.detach(before);
            ownChanges++;
        }
    }

    void closeAll() {
        functions.values().forEach(locations::detach);
        functions.clear();
        ownChanges++;
    }

    /** Either part only grows, so their sum is another one after each change. */
    private long stamp() {
        return locations.changes() + ownChanges;
    }

    Route route(long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {
        Route route = routes[slot(sourceLow, destinationLow)];
        long stamp = stamp();
        if (route.stamp != stamp
                || route.sourceLow != sourceLow
                || route.destinationLow != destinationLow
                || route.sourceHigh != sourceHigh
                || route.destinationHigh != destinationHigh) {
            route.sourceHigh = sourceHigh;
            route.sourceLow = sourceLow;
            route.destinationHigh = destinationHigh;
            route.destinationLow = destinationLow;
            Network network = functions.get(new Gid(sourceHigh, sourceLow));
            route.network = network;
            route.vtep = network == null ? null : whereIs(network, new Gid(destinationHigh, destinationLow));
            route.stamp = stamp;
        }
        if (route.vtep == null && route.network != null) {
            locations.want(route.network);
        }
        return route;
    }

    /** Null when a packet may come in from the tunnel endpoint that sent it. */
    @Nullable
    OverlayDrop refusal(InnerPacket packet, long outerHigh, long outerLow) {
        Entry entry = entries[slot(packet.sourceLow, packet.destinationLow)];
        long stamp = stamp();
        if (entry.stamp != stamp
                || entry.vni != packet.vni
                || entry.sourceLow != packet.sourceLow
                || entry.destinationLow != packet.destinationLow
                || entry.outerLow != outerLow
                || entry.sourceHigh != packet.sourceHigh
                || entry.destinationHigh != packet.destinationHigh
                || entry.outerHigh != outerHigh) {
            entry.vni = packet.vni;
            entry.sourceHigh = packet.sourceHigh;
            entry.sourceLow = packet.sourceLow;
            entry.destinationHigh = packet.destinationHigh;
            entry.destinationLow = packet.destinationLow;
            entry.outerHigh = outerHigh;
            entry.outerLow = outerLow;
            decide(entry);
            entry.stamp = stamp;
        }
        Network network = entry.network;
        if (network != null
                && (entry.refusal == OverlayDrop.UNKNOWN_SOURCE || entry.refusal == OverlayDrop.SPOOFED_SOURCE)) {
            // It may have come up, or moved, since.
            locations.want(network);
        }
        return entry.refusal;
    }

    private void decide(Entry entry) {
        Network network = locations.find(entry.vni);
        entry.network = network;
        if (network == null) {
            entry.refusal = OverlayDrop.UNKNOWN_VNI;
            return;
        }
        Network destination = functions.get(new Gid(entry.destinationHigh, entry.destinationLow));
        if (destination != network) {
            entry.refusal = destination == null ? OverlayDrop.UNKNOWN_DESTINATION : OverlayDrop.FOREIGN_VNI;
            return;
        }
        Gid vtep = whereIs(network, new Gid(entry.sourceHigh, entry.sourceLow));
        if (vtep == null) {
            entry.refusal = OverlayDrop.UNKNOWN_SOURCE;
        } else {
            boolean lives = vtep.low() == entry.outerLow && vtep.high() == entry.outerHigh;
            entry.refusal = lives ? null : OverlayDrop.SPOOFED_SOURCE;
        }
    }

    /** What is here needs no telling, and what is here is nowhere else. */
    private @Nullable Gid whereIs(Network network, Gid address) {
        Network here = functions.get(address);
        if (here != null) {
            return here == network ? self : null;
        }
        Gid vtep = network.whereIs(address);
        // Told to be here, and not here: it has gone, or is still coming up.
        return self.equals(vtep) ? null : vtep;
    }

    private static int slot(long sourceLow, long destinationLow) {
        long mixed = sourceLow * 31 + destinationLow;
        return (int) (mixed ^ mixed >>> 8 ^ mixed >>> 16) & SLOTS - 1;
    }
}
