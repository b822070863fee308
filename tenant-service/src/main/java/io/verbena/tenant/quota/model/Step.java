package io.verbena.tenant.quota.model;

import io.verbena.contracts.quota.ReservationState;
import java.util.List;

/** What a verb comes to on a reservation in its present state. */
public sealed interface Step {
    /** Go to a state and charge the lines. */
    record Move(ReservationState to, Charge charge) implements Step {}

    /** It ran before, or what it would give back is given back: answer as if it had run now. */
    record AlreadyDone() implements Step {}

    /** Not in this state. */
    record Illegal(ReservationState state, List<Verb> allowedVerbs) implements Step {}
}
