package io.verbena.contracts.nic;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.verbena.contracts.Resource;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a function is set to.
 *
 * @param tenant the tenant's name, a label on all it counts
 * @param vf the VF's id as people see it
 * @param address IP address literal of the VF, which is its GID
 * @param vni the tenant's VXLAN network, 1 to 2^24 - 1; the same for the life of the function
 * @param limits what it is guaranteed, by resource; every resource but {@link Resource#VF} is named
 * @param max hard limits of those resources that may exceed the guarantee, out of the tenant's lease; null for none
 */
public record FunctionSpec(
        String tenant,
        String vf,
        String address,
        int vni,
        Map<Resource, Long> limits,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<Resource, Long> max) {
    public FunctionSpec {
        limits = Map.copyOf(limits);
        max = max == null || max.isEmpty() ? null : Map.copyOf(max);
    }

    /** Whose limits are hard. */
    public FunctionSpec(String tenant, String vf, String address, int vni, Map<Resource, Long> limits) {
        this(tenant, vf, address, vni, limits, null);
    }
}
