package io.verbena.contracts.nic;

import java.util.List;

/**
 * Who is where in one tenant's network, whole. Body of {@code PUT /v1/segments/{vni}} to a NIC, and the manager's answer
 * to a NIC that asks with {@code GET /api/v1/nics/{nic}/segments/{vni}}.
 *
 * @param vni the tenant's VXLAN network, 1 to 2^24 - 1
 * @param version raised with each change, also across tenants that had the VNI before; the higher one is the truth
 */
public record OverlaySegment(int vni, long version, List<OverlayLocation> locations) {
    public OverlaySegment {
        locations = List.copyOf(locations);
    }
}
