package io.verbena.nic.datapath.function;

import io.verbena.nic.datapath.wire.Gid;

/**
 * What a function is set to.
 *
 * @param tenant name of the tenant, a label on what it counts
 * @param vf the VF's id as people see it
 * @param address its IP address, which is its GID
 * @param vni the tenant's VXLAN network, which only an overlay port looks at; 0: none
 */
public record FunctionSpec(String tenant, String vf, Gid address, int vni, FunctionLimits limits) {
    /** On a wire that has no tenants. */
    public FunctionSpec(String tenant, String vf, Gid address, FunctionLimits limits) {
        this(tenant, vf, address, 0, limits);
    }
}
