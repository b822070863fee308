package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseSync;

/**
 * One tenant's lease of one resource at a NIC's present incarnation. Both counters only grow; their difference is what is
 * charged to the tenant and all its ancestors.
 *
 * @param granted all that was ever granted
 * @param returned the highest that the NIC has told
 * @param grantedSeen the highest grant that the NIC has told
 * @param used by the NIC's newest sync
 * @param unmet what it wants beyond its charge and could have if others returned theirs
 */
public record LeaseLine(
        String tenant, Resource resource, long granted, long returned, long grantedSeen, long used, long unmet) {
    static LeaseLine fresh(String tenant, Resource resource) {
        return new LeaseLine(tenant, resource, 0, 0, 0, 0, 0);
    }

    /** What is charged for it. */
    public long charge() {
        return granted - returned;
    }

    /** With the NIC's counters, as far as they are news. A grant that this ledger has forgotten was made all the same. */
    LeaseLine heard(LeaseSync.Line told) {
        return new LeaseLine(
                tenant,
                resource,
                Math.max(granted, told.granted()),
                returnedBy(told),
                Math.max(grantedSeen, told.granted()),
                used,
                unmet);
    }

    LeaseLine granted(long amount) {
        return new LeaseLine(tenant, resource, granted + amount, returned, grantedSeen, used, unmet);
    }

    LeaseLine using(long newestUsed, long newestUnmet) {
        return new LeaseLine(tenant, resource, granted, returned, grantedSeen, newestUsed, newestUnmet);
    }

    /** The NIC's counter of returns as it is known best. */
    private long returnedBy(LeaseSync.Line told) {
        return Math.max(returned, told.returned());
    }
}
