package io.verbena.tenant.quota.model;

import io.verbena.contracts.quota.ReservationState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Port to stored reservations. Each call runs in the caller's transaction. */
public interface Reservations {
    /**
     * Stores it unless the operation id is taken; waits for a transaction that is taking it now.
     *
     * @return empty when it was taken
     */
    Optional<Reservation> insert(ReserveCommand command, Account tenant);

    Optional<Reservation> find(UUID operationId);

    /** Reads and locks it; whether it is overdue is judged after the lock is held. */
    Optional<Reservation> lock(UUID operationId);

    /** Reads and locks one that is overdue and that nobody else has locked. */
    Optional<Reservation> lockOverdue();

    /** Stores the new state of a locked one; RESERVED again sets a new expiry. */
    Reservation move(Reservation locked, ReservationState to);

    /** Lowers the amounts of a locked one to {@code remaining}, none of which is above what it has. */
    Reservation reduce(Reservation locked, Amounts remaining);

    /** A tenant's live ones, RESERVED or COMMITTED, by operation id. */
    List<Reservation> live(UUID tenantNodeId, @Nullable UUID after, int limit);

    /**
     * Forgets ended ones that ended longer ago than {@code age}, at most {@code limit} of them.
     *
     * @return how many
     */
    int forgetEnded(Duration age, int limit);
}
