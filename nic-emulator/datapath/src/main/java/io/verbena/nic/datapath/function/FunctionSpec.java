package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.wire.Gid;

/**
 * What a function is set to.
 *
 * @param tenant name of the tenant, a label on what it counts
 * @param vf the VF's id as people see it
 * @param address its IP address, which is its GID
 * @param vni the tenant's VXLAN network, which only an overlay port looks at; 0: none
 * @param limits what it is guaranteed
 * @param max hard limits; what lies between comes out of the tenant's lease
 */
public record FunctionSpec(String tenant, String vf, Gid address, int vni, FunctionLimits limits, FunctionLimits max) {
    /** @throws IllegalArgumentException when more is guaranteed than allowed */
    public FunctionSpec {
        for (ResourceKind kind : ResourceKind.values()) {
            if (limits.of(kind) > max.of(kind)) {
                throw new IllegalArgumentException("the guarantee of " + kind + " is above its maximum");
            }
        }
    }

    /** Without leases: what is guaranteed is also the most. */
    public FunctionSpec(String tenant, String vf, Gid address, int vni, FunctionLimits limits) {
        this(tenant, vf, address, vni, limits, limits);
    }

    /** The same on a wire that has no tenants. */
    public FunctionSpec(String tenant, String vf, Gid address, FunctionLimits limits) {
        this(tenant, vf, address, 0, limits);
    }

    /** How much of {@code used} lies beyond the guarantee and comes out of a lease. */
    long elastic(ResourceKind kind, long used) {
        long guaranteed = limits.of(kind);
        return max.of(kind) > guaranteed ? Math.max(0, used - guaranteed) : 0;
    }
}
