package io.verbena.tenant.quota.model;

import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Port to the lines of the ledger. Each call runs in the caller's transaction and leaves the lines that it touched locked
 * until that ends. Deadlock-free as long as callers go through accounts from the root to the leaf.
 */
public interface Accounts {
    /** A new node's lines, nothing used. */
    void open(UUID nodeId, Limits limits);

    NodeQuota quota(Account account);

    /** Every line of the tree, for metrics; a snapshot without locks. */
    List<NodeLine> all();

    /**
     * Sets the limits if their generation is still {@code ifGeneration}, and records who did. What is charged stays, even
     * above them.
     *
     * @param tenantDefaults what tenants made below start with, null to say nothing
     * @return whether it was
     */
    boolean setLimits(
            Account account, long ifGeneration, Limits limits, @Nullable Limits tenantDefaults, String changedBy);

    /**
     * Changes of a node's limits, the newest first.
     *
     * @param before only earlier generations than that, null for all
     */
    List<LimitsChange> changes(Account account, @Nullable Long before, int limit);

    /**
     * Adds amounts to the reserved column, all or none, where each line admits it. One statement.
     *
     * @return whether every line did
     */
    boolean reserve(Account account, Amounts amounts);

    /** Moves or gives back what {@link #reserve} added. Never refused; a line that would fall below 0 is a bug and throws. */
    void apply(Account account, Amounts amounts, Charge charge);

    /** Whether anything is used or reserved at that node. */
    boolean inUse(UUID nodeId);
}
