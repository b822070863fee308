package io.verbena.tenant.quota.model;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Port to the tree of organisations, projects and tenants. */
public interface Lineages {
    /** The tenant of that name and its ancestors; until the transaction ends it cannot be deleted. */
    Optional<Lineage> holdTenant(String name);

    /** The same by id, of a tenant that a live reservation keeps from being deleted. */
    Lineage ofNode(UUID tenantNodeId);

    Optional<Account> tenant(String name);

    Optional<Account> project(String name);

    Optional<Account> organisation(String name);

    /** Every node of the tree. */
    List<Account> all();
}
