package io.verbena.sriov.vf.model;

import io.verbena.contracts.Resource;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a tenant wants.
 *
 * @param nic the NIC to be on, null where the planner may choose
 * @param limits what it is guaranteed, and charged for
 * @param max hard limits of those resources that may exceed the guarantee, out of the tenant's lease
 */
public record VfSpec(@Nullable String nic, VfLimits limits, Map<Resource, Long> max, VfPlacement placement) {
    public VfSpec {
        max = Map.copyOf(max);
    }

    /** Whose limits are hard. */
    public VfSpec(@Nullable String nic, VfLimits limits, VfPlacement placement) {
        this(nic, limits, Map.of(), placement);
    }

    /** Anywhere, with hard limits. */
    public VfSpec(@Nullable String nic, VfLimits limits) {
        this(nic, limits, VfPlacement.ANYWHERE);
    }

    VfSpec withLimits(VfLimits changed) {
        return new VfSpec(nic, changed, max, placement);
    }

    /** The maxima that are above the guarantee: one that was overtaken by it says nothing. */
    Map<Resource, Long> effectiveMax() {
        Map<Resource, Long> above = new EnumMap<>(Resource.class);
        limits.byResource().forEach((resource, guaranteed) -> {
            long most = max.getOrDefault(resource, guaranteed);
            if (most > guaranteed) {
                above.put(resource, most);
            }
        });
        return above;
    }
}
