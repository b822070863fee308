package io.verbena.tenant.quota.model;

import java.util.UUID;

/** Hold these amounts for a tenant, for so long. */
public record ReserveCommand(UUID operationId, String tenant, Amounts amounts, int ttlSeconds) {
    /** Whether {@code reservation} is what this command asks for; the time to live may differ. */
    public boolean asksFor(Reservation reservation) {
        return tenant.equals(reservation.tenant()) && amounts.equals(reservation.amounts());
    }
}
