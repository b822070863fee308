package io.verbena.contracts.nic;

import io.verbena.contracts.Resource;
import java.util.Map;

/**
 * What a function is set to.
 *
 * @param tenant the tenant's name, a label on all it counts
 * @param vf the VF's id as people see it
 * @param address IP address literal of the VF, which is its GID
 * @param vni the tenant's VXLAN network, 1 to 2^24 - 1; the same for the life of the function
 * @param limits hard limits by resource; every resource but {@link Resource#VF} is named
 */
public record FunctionSpec(String tenant, String vf, String address, int vni, Map<Resource, Long> limits) {
    public FunctionSpec {
        limits = Map.copyOf(limits);
    }
}
