package io.verbena.tenant.quota.model;

import java.util.List;

/**
 * A tenant's account and those of all its ancestors, root first: the order in which they are locked and charged.
 *
 * @param suspended nothing more may be charged
 */
public record Lineage(List<Account> rootToLeaf, boolean suspended) {
    public Lineage {
        rootToLeaf = List.copyOf(rootToLeaf);
        if (rootToLeaf.isEmpty() || !rootToLeaf.getLast().isTenant()) {
            throw new IllegalArgumentException("a lineage ends with a tenant: " + rootToLeaf);
        }
    }

    /** Of a tenant that is not suspended. */
    public Lineage(List<Account> rootToLeaf) {
        this(rootToLeaf, false);
    }

    public Account tenant() {
        return rootToLeaf.getLast();
    }
}
