package io.verbena.sriov.vf.model;

import org.jspecify.annotations.Nullable;

/**
 * What a tenant wants.
 *
 * @param nic the NIC to be on, null where the planner may choose
 */
public record VfSpec(@Nullable String nic, VfLimits limits, VfPlacement placement) {
    /** Anywhere. */
    public VfSpec(@Nullable String nic, VfLimits limits) {
        this(nic, limits, VfPlacement.ANYWHERE);
    }

    VfSpec withLimits(VfLimits changed) {
        return new VfSpec(nic, changed, placement);
    }
}
