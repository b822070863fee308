package io.verbena.tenant.quota.model;

import static io.verbena.contracts.quota.ReservationState.COMMITTED;
import static io.verbena.contracts.quota.ReservationState.EXPIRED;
import static io.verbena.contracts.quota.ReservationState.RELEASED;
import static io.verbena.contracts.quota.ReservationState.RESERVED;
import static io.verbena.contracts.quota.ReservationState.RETURNED;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.quota.ReservationState;
import io.verbena.tenant.quota.model.Step.AlreadyDone;
import io.verbena.tenant.quota.model.Step.Illegal;
import io.verbena.tenant.quota.model.Step.Move;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class LifecycleTest {
    @Test
    void commitMovesWhatWasReservedToUsed() {
        assertThat(Lifecycle.decide(in(RESERVED), Verb.COMMIT)).isEqualTo(new Move(COMMITTED, Charge.COMMIT));
    }

    @Test
    void anOverdueOneIsNeitherCommittedNorRenewed() {
        var refused = new Illegal(EXPIRED, List.of(Verb.RELEASE));
        assertThat(Lifecycle.decide(overdue(), Verb.COMMIT)).isEqualTo(refused);
        assertThat(Lifecycle.decide(overdue(), Verb.RENEW)).isEqualTo(refused);
    }

    @Test
    void anOverdueOneIsGivenBackByWhoeverComesFirst() {
        assertThat(Lifecycle.decide(overdue(), Verb.EXPIRE)).isEqualTo(new Move(EXPIRED, Charge.GIVE_BACK_RESERVED));
        assertThat(Lifecycle.decide(overdue(), Verb.RELEASE)).isEqualTo(new Move(RELEASED, Charge.GIVE_BACK_RESERVED));
    }

    @Test
    void expiryLeavesWhatIsNotDue() {
        assertThat(Lifecycle.decide(in(RESERVED), Verb.EXPIRE)).isInstanceOf(Illegal.class);
    }

    @Test
    void aLateUndoOfAnExpiredOneSucceeds() {
        assertThat(Lifecycle.decide(in(EXPIRED), Verb.RELEASE)).isEqualTo(new AlreadyDone());
    }

    @Test
    void aCommittedOneIsReturnedNotReleased() {
        assertThat(Lifecycle.decide(in(COMMITTED), Verb.RELEASE))
                .isEqualTo(new Illegal(COMMITTED, List.of(Verb.COMMIT, Verb.REDUCE, Verb.RETURN)));
        assertThat(Lifecycle.decide(in(COMMITTED), Verb.RETURN)).isEqualTo(new Move(RETURNED, Charge.GIVE_BACK_USED));
    }

    @ParameterizedTest
    @EnumSource(
            value = Verb.class,
            names = {"COMMIT", "RELEASE", "RETURN", "EXPIRE"})
    void aVerbThatMovedIsDoneWhenItIsRepeated(Verb verb) {
        for (ReservationState state : ReservationState.values()) {
            if (Lifecycle.decide(in(state), verb) instanceof Move(var to, var _)) {
                assertThat(Lifecycle.decide(in(to), verb)).isEqualTo(new AlreadyDone());
            }
        }
    }

    @Test
    void theSweepersVerbIsNotOfferedToCallers() {
        for (ReservationState state : ReservationState.values()) {
            for (Verb verb : Verb.values()) {
                if (Lifecycle.decide(in(state), verb) instanceof Illegal(var _, var allowed)) {
                    assertThat(allowed).doesNotContain(Verb.EXPIRE);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void whateverIsAskedTheChargeOfAnEndedOneIsZero(long seed) {
        var random = new SplittableRandom(seed);
        // A reduction moves a part of the amounts only.
        var verbs = Stream.of(Verb.values()).filter(verb -> verb != Verb.REDUCE).toList();
        Reservation reservation = in(RESERVED);
        int reserved = Charge.RESERVE.reservedTimes();
        int used = 0;
        for (int i = 0; i < 50; i++) {
            Verb verb = verbs.get(random.nextInt(verbs.size()));
            boolean late = reservation.state() == RESERVED && random.nextInt(4) == 0;
            if (Lifecycle.decide(late ? overdue() : reservation, verb) instanceof Move(var to, var charge)) {
                reserved += charge.reservedTimes();
                used += charge.usedTimes();
                reservation = in(to);
            }
            assertThat(reserved).isEqualTo(reservation.state() == RESERVED ? 1 : 0);
            assertThat(used).isEqualTo(reservation.state() == COMMITTED ? 1 : 0);
        }
    }

    private static Reservation in(ReservationState state) {
        return reservation(state, false);
    }

    private static Reservation overdue() {
        return reservation(RESERVED, true);
    }

    private static Reservation reservation(ReservationState state, boolean overdue) {
        return new Reservation(
                new UUID(0, 1),
                new UUID(0, 2),
                "blue",
                "acme/blue",
                new Amounts(Map.of(Resource.QP, 1L)),
                state,
                60,
                state == RESERVED ? Instant.EPOCH : null,
                overdue,
                1);
    }
}
