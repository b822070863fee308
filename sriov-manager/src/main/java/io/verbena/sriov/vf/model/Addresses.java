package io.verbena.sriov.vf.model;

import java.util.Optional;
import java.util.UUID;

/** Addresses given out: one per VF, none twice, none again before its quarantine time is over, and none that
 * a function has which we did not make. */
public interface Addresses {
    /** The VF's address, a new one unless it has one; empty when the pool is used up. */
    Optional<String> assign(UUID vfUid);

    /** Gives the VF an address that a found function has; false when it is another VF's. */
    boolean claim(String address, UUID vfUid);

    /** Gives the VF's address back, into quarantine. */
    void release(UUID vfUid);
}
