package io.verbena.sriov.vf.model;

import java.util.OptionalInt;

/** VXLAN networks given out: one per tenant that has VFs, none twice, the same as long as the tenant has one. */
public interface TenantNetworks {
    /** The tenant's VNI, a new one unless it has one; empty when all are in use. */
    OptionalInt assign(String tenant);

    /** Makes a found function's VNI the tenant's; false when the tenant has another, or another tenant has it. */
    boolean claim(String tenant, int vni);

    /** Gives the VNI back if the tenant has no VF any more. */
    void releaseUnused(String tenant);
}
