package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Gid;
import java.util.Map;

/**
 * Who is where in one tenant's network, whole.
 *
 * @param version raised by the control plane with each change; the higher one is the truth
 * @param vteps by function address, the tunnel endpoint of the NIC that has it
 */
public record Segment(int vni, long version, Map<Gid, Gid> vteps) {
    public Segment {
        vteps = Map.copyOf(vteps);
    }
}
