package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Account;

/**
 * One resource at one node of the tree, as leases see it.
 *
 * @param limit in force
 * @param charged used and reserved, by virtual functions
 * @param leased the sum of the charges of all leases below
 * @param unmet the sum of what they could not get
 */
public record AccountLine(Account account, Resource resource, long limit, long charged, long leased, long unmet) {
    /** Below 0 when the limit was lowered, or a forgotten grant came to light. */
    public long free() {
        return limit - charged - leased;
    }

    /** What leases could have here at most. */
    long ceiling() {
        return limit - charged;
    }

    /** What one more could have without taking it from those who wait. */
    long headroom() {
        return Math.max(0, free() - unmet);
    }

    AccountLine changed(long leasedChange, long unmetChange) {
        return new AccountLine(account, resource, limit, charged, leased + leasedChange, unmet + unmetChange);
    }
}
