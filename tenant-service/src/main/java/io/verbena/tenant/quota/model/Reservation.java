package io.verbena.tenant.quota.model;

import io.verbena.contracts.quota.ReservationState;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A charge against a tenant and all its ancestors, named for ever by its operation id.
 *
 * @param tenantNodeId null once the tenant is deleted, which needs that nothing is charged any more
 * @param ttlSeconds how long each reserve or renew holds
 * @param expiresAt on the database's clock, while it is RESERVED
 * @param overdue RESERVED, and past {@code expiresAt} when it was read: as good as EXPIRED
 * @param version from 1; each change adds one
 */
public record Reservation(
        UUID operationId,
        @Nullable UUID tenantNodeId,
        String tenant,
        String tenantPath,
        Amounts amounts,
        ReservationState state,
        int ttlSeconds,
        @Nullable Instant expiresAt,
        boolean overdue,
        long version) {
    /** What it is to everyone but the sweeper, which has yet to give an overdue one's amounts back. */
    public ReservationState effectiveState() {
        return overdue ? ReservationState.EXPIRED : state;
    }
}
