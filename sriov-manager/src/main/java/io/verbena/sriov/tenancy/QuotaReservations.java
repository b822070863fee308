package io.verbena.sriov.tenancy;

import io.verbena.contracts.Resource;
import io.verbena.kit.problem.Problem;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;

/**
 * Reservations against tenants' quotas, each named by the operation it is for. All calls may be repeated; all throw
 * {@link LedgerUnreachable} when no decision came.
 */
public interface QuotaReservations {
    /** What asking for quota comes to. */
    sealed interface Decision {
        record Reserved() implements Decision {}

        /** The ledger's own problem, passed on as it is. */
        record Refused(Problem problem) implements Decision {}
    }

    Decision reserve(UUID operation, String tenant, Map<Resource, Long> amounts, Duration ttl);

    /** Pushes the expiry out; false when the reservation is no longer there to renew. */
    boolean renew(UUID operation);

    /** Turns the reservation into a charge; false when it has expired or was given back. */
    boolean commit(UUID operation);

    /** Lowers a charge to {@code remaining}, in absolute amounts, so that a repeat changes nothing. */
    void reduce(UUID operation, Map<Resource, Long> remaining);

    /** Gives back what the operation reserved or was charged; nothing if it holds nothing. */
    void giveBack(UUID operation);
}
