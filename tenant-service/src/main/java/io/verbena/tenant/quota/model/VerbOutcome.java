package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.quota.ReservationState;
import java.util.List;

/** What came of a {@link Verb}. */
public sealed interface VerbOutcome {
    record Done(Reservation reservation) implements VerbOutcome {}

    record UnknownReservation() implements VerbOutcome {}

    /** It was asked to reduce to more than there is; nothing was changed. */
    record Rise(Resource resource, long present, long wanted) implements VerbOutcome {}

    /** The state does not allow it; nothing was changed. */
    record Illegal(ReservationState state, List<Verb> allowedVerbs) implements VerbOutcome {}
}
