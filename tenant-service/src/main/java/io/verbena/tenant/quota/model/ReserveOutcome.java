package io.verbena.tenant.quota.model;

/** What came of a {@link ReserveCommand}. */
public sealed interface ReserveOutcome {
    /** @param created false when an earlier command with this operation id made it */
    record Held(Reservation reservation, boolean created) implements ReserveOutcome {}

    /** An ancestor cannot give it; nothing was charged anywhere. */
    record Refused(Refusal refusal) implements ReserveOutcome {}

    /** The tenant is suspended; what it holds stays. */
    record Suspended(String tenant) implements ReserveOutcome {}

    record UnknownTenant(String tenant) implements ReserveOutcome {}

    /** The operation id names a reservation of something else. */
    record Mismatch(Reservation existing) implements ReserveOutcome {}

    /** The operation id names a reservation that was given back or expired; a new attempt needs a new id. */
    record Ended(Reservation existing) implements ReserveOutcome {}
}
