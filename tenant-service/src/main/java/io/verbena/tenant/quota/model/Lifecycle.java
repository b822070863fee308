package io.verbena.tenant.quota.model;

import static io.verbena.contracts.quota.ReservationState.COMMITTED;
import static io.verbena.contracts.quota.ReservationState.EXPIRED;
import static io.verbena.contracts.quota.ReservationState.RELEASED;
import static io.verbena.contracts.quota.ReservationState.RESERVED;
import static io.verbena.contracts.quota.ReservationState.RETURNED;

import io.verbena.contracts.quota.ReservationState;
import io.verbena.tenant.quota.model.Step.AlreadyDone;
import io.verbena.tenant.quota.model.Step.Illegal;
import io.verbena.tenant.quota.model.Step.Move;
import java.util.List;
import java.util.Map;

/**
 * Which verb leads where. A verb that is repeated is already done; giving back what expired is already done too, as an undo
 * may come late.
 */
public final class Lifecycle {
    private static final Step DONE = new AlreadyDone();

    private static final Map<ReservationState, Map<Verb, Step>> STEPS = Map.of(
            RESERVED,
            Map.of(
                    Verb.RENEW, new Move(RESERVED, Charge.NONE),
                    Verb.COMMIT, new Move(COMMITTED, Charge.COMMIT),
                    Verb.RELEASE, new Move(RELEASED, Charge.GIVE_BACK_RESERVED),
                    Verb.EXPIRE, new Move(EXPIRED, Charge.GIVE_BACK_RESERVED)),
            COMMITTED,
            Map.of(
                    Verb.COMMIT, DONE,
                    Verb.REDUCE, new Move(COMMITTED, Charge.GIVE_BACK_USED),
                    Verb.RETURN, new Move(RETURNED, Charge.GIVE_BACK_USED)),
            RELEASED,
            Map.of(Verb.RELEASE, DONE),
            RETURNED,
            Map.of(Verb.RETURN, DONE),
            EXPIRED,
            Map.of(Verb.RELEASE, DONE, Verb.EXPIRE, DONE));

    private Lifecycle() {}

    /**
     * What {@code verb} does now. An overdue reservation can only be given back: to commit or renew it would charge what the
     * sweeper is about to give to somebody else.
     */
    public static Step decide(Reservation reservation, Verb verb) {
        if (reservation.overdue() && (verb == Verb.COMMIT || verb == Verb.RENEW)) {
            return illegal(EXPIRED);
        }
        if (verb == Verb.EXPIRE && reservation.state() == RESERVED && !reservation.overdue()) {
            return illegal(RESERVED);
        }
        Step step = steps(reservation.state()).get(verb);
        return step == null ? illegal(reservation.state()) : step;
    }

    private static Step illegal(ReservationState state) {
        List<Verb> allowed = steps(state).keySet().stream()
                .filter(verb -> verb != Verb.EXPIRE)
                .sorted()
                .toList();
        return new Illegal(state, allowed);
    }

    private static Map<Verb, Step> steps(ReservationState state) {
        Map<Verb, Step> steps = STEPS.get(state);
        if (steps == null) {
            throw new IllegalStateException("no verbs are listed for " + state);
        }
        return steps;
    }
}
