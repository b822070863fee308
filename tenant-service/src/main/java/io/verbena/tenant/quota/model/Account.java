package io.verbena.tenant.quota.model;

import java.util.UUID;

/**
 * A node of the tree as the ledger sees it.
 *
 * @param scope names it in refusals and metrics: {@code organisation/acme}, {@code tenant/blue}
 * @param path its ancestors from the root and itself: {@code acme/blue}
 * @param tenant its name if it is a tenant, else empty
 */
public record Account(UUID nodeId, String scope, String path, String tenant) {
    public boolean isTenant() {
        return !tenant.isEmpty();
    }
}
