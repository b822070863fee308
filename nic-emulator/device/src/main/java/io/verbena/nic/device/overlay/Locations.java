package io.verbena.nic.device.overlay;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * What the control plane has said about who is where, for the networks that have a function on this NIC. Thread-safe.
 *
 * <p>Invariant: a network's version never goes back within a boot, also while the NIC has no function in it; so a late
 * push changes nothing.
 */
public final class Locations {
    private final Map<Integer, Network> networks = new ConcurrentHashMap<>();
    private volatile long changes;
    private volatile Runnable onWanted = () -> {};

    /** What became of a segment that was offered. */
    public enum Outcome {
        TAKEN,
        /** The same version is in force. */
        KNOWN,
        /** A newer one is. */
        STALE,
        /** No function of this NIC is in that network. */
        NOT_HERE
    }

    /** Takes a segment in place of an older one. */
    public synchronized Outcome apply(Segment offered) {
        Network network = networks.get(offered.vni());
        if (network == null || network.functions == 0) {
            return Outcome.NOT_HERE;
        }
        long version = network.segment().version();
        if (offered.version() < version) {
            return Outcome.STALE;
        }
        if (offered.version() == version) {
            return Outcome.KNOWN;
        }
        network.set(offered);
        changes++;
        return Outcome.TAKEN;
    }

    /** The version in force of each network that has a function here; 0: nothing is known yet. */
    public synchronized Map<Integer, Long> versions() {
        Map<Integer, Long> versions = new TreeMap<>();
        for (Network network : networks.values()) {
            if (network.functions > 0) {
                versions.put(network.vni(), network.segment().version());
            }
        }
        return versions;
    }

    /** The segment in force of a network that has a function here. */
    public Optional<Segment> segment(int vni) {
        return Optional.ofNullable(find(vni)).map(Network::segment);
    }

    /** Who is told, on the owner's thread, when a segment is wanted; must not block. */
    public void onWanted(Runnable listener) {
        onWanted = listener;
        listener.run();
    }

    /** Networks about which something was missing since they were last served. */
    public List<Integer> wanted() {
        return networks.values().stream()
                .filter(network -> network.wanted() && network.functions > 0)
                .map(Network::vni)
                .toList();
    }

    /** Before the control plane is asked: what is missing from now on is a new question. */
    public void served(int vni) {
        Network network = networks.get(vni);
        if (network != null) {
            network.served();
        }
    }

    /** A function in the network comes up; its owner needs to know the others. */
    synchronized Network attach(int vni) {
        Network network = networks.computeIfAbsent(vni, Network::new);
        if (network.functions++ == 0) {
            changes++;
            want(network);
        }
        return network;
    }

    /** A function goes; with the last one all is forgotten but the version. */
    synchronized void detach(Network network) {
        if (--network.functions == 0) {
            network.set(new Segment(network.vni(), Math.max(0, network.segment().version() - 1), Map.of()));
            network.served();
            changes++;
        }
    }

    /** The network, if a function of this NIC is in it. */
    @Nullable
    Network find(int vni) {
        Network network = networks.get(vni);
        return network == null || network.functions == 0 ? null : network;
    }

    void want(Network network) {
        if (network.want()) {
            onWanted.run();
        }
    }

    /** Changes whenever an answer of this may have changed. */
    long changes() {
        return changes;
    }
}
