package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Gid;

/** What a port puts around the packets of a train, beside the IP and UDP headers of the train's own path. */
public sealed interface Envelope {
    Envelope PLAIN = new Plain();
    Envelope DROPPED = new Dropped();

    /** Nothing: the packets went out as they are. */
    record Plain() implements Envelope {}

    /** VXLAN (RFC 7348) between two tunnel endpoints. */
    record Tunnel(Gid source, Gid destination, int vni) implements Envelope {}

    /** They never went out. */
    record Dropped() implements Envelope {}
}
