package io.verbena.sriov.vf.model;

import static io.verbena.sriov.vf.model.VfFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.FunctionTuple;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class VirtualFunctionTest {
    private static final Fault SILENT = new Fault(ProblemType.DEVICE_UNAVAILABLE, "NicUnreachable", "no answer", false);

    @Test
    void isNotReadyBeforeItsReservationIsCommitted() {
        VirtualFunction vf = VfFixture.configuring();
        VirtualFunction confirmed = vf.confirmed(vf.tuple(), NOW);
        assertThat(confirmed.status().appliedGeneration()).isEqualTo(1);
        assertThat(confirmed.status().ready()).isFalse();
        assertThat(confirmed.activated(NOW).status().ready()).isTrue();
    }

    @Test
    void aReadBackOfAnotherEpochBootOrGenerationConfirmsNothing() {
        VirtualFunction vf = VfFixture.configuring();
        FunctionTuple now = vf.tuple();
        FunctionTuple oldEpoch = tuple(now, now.bootId(), now.epoch() - 1, now.generation());
        FunctionTuple oldBoot = tuple(now, UUID.randomUUID(), now.epoch(), now.generation());
        FunctionTuple oldGeneration = tuple(now, now.bootId(), now.epoch(), now.generation() - 1);
        assertThat(vf.confirmed(oldEpoch, NOW)).isEqualTo(vf);
        assertThat(vf.confirmed(oldBoot, NOW)).isEqualTo(vf);
        assertThat(vf.confirmed(oldGeneration, NOW)).isEqualTo(vf);
    }

    @Test
    void confirmingTwiceChangesNothing() {
        VirtualFunction active = VfFixture.active();
        assertThat(active.confirmed(active.tuple(), NOW.plusSeconds(60))).isEqualTo(active);
    }

    @Test
    void aRebootTakesReadyAwayAndDrawsAnEpochForTheSamePlace() {
        UUID boot = UUID.randomUUID();
        VirtualFunction rebooted = VfFixture.active().rebooted(boot, 7, NOW);
        assertThat(rebooted.uid()).isEqualTo(VfFixture.UID);
        assertThat(rebooted.status().state()).isEqualTo(VfState.ACTIVE);
        assertThat(rebooted.status().place()).isEqualTo(VfFixture.place(1).renewed(boot, 7));
        assertThat(rebooted.status().appliedGeneration()).isZero();
        assertThat(rebooted.status().condition(Condition.READY)).hasValueSatisfying(ready -> {
            assertThat(ready.status()).isEqualTo(Condition.Status.FALSE);
            assertThat(ready.reason()).isEqualTo("NicRebooted");
        });
    }

    @Test
    void failsWhenItsAttemptsAreUsedUpAndComesBackWhenItWorks() {
        VirtualFunction vf = VfFixture.active();
        Instant at = NOW;
        for (int i = 1; i < Retries.MAX_ATTEMPTS; i++) {
            vf = vf.failedAttempt(SILENT, at);
            assertThat(vf.status().state()).isEqualTo(VfState.ACTIVE);
            assertThat(vf.status().retries().due(at)).isFalse();
            at = at.plus(Duration.ofMinutes(1));
            assertThat(vf.status().retries().due(at)).isTrue();
        }
        vf = vf.failedAttempt(SILENT, at);
        assertThat(vf.status().state()).isEqualTo(VfState.FAILED);
        VirtualFunction back = vf.confirmed(vf.tuple(), at);
        assertThat(back.status().state()).isEqualTo(VfState.ACTIVE);
        assertThat(back.status().ready()).isTrue();
        assertThat(back.status().retries()).isEqualTo(Retries.NONE);
    }

    @Test
    void aPermanentFaultFailsAtOnce() {
        Fault gone = new Fault(ProblemType.INDEX_OUT_OF_RANGE, "IndexOutOfRange", "no slot 3", true);
        assertThat(VfFixture.configuring().failedAttempt(gone, NOW).status().state())
                .isEqualTo(VfState.FAILED);
    }

    @Test
    void oneThatIsLeavingNeverFailsBackIntoUse() {
        VirtualFunction vf = VfFixture.resetting();
        for (int i = 0; i <= Retries.MAX_ATTEMPTS; i++) {
            vf = vf.failedAttempt(SILENT, NOW);
        }
        assertThat(vf.status().state()).isEqualTo(VfState.RESETTING);
        assertThat(vf.confirmed(vf.tuple(), NOW)).isEqualTo(vf);
    }

    @Test
    void newLimitsAreANewGenerationThatIsNotAppliedYet() {
        VirtualFunction vf = VfFixture.active().limited(new VfLimits(1, 1, 1, 1, 1), NOW);
        assertThat(vf.generation()).isEqualTo(2);
        assertThat(vf.status().appliedGeneration()).isEqualTo(1);
        assertThat(vf.status().ready()).isFalse();
    }

    @Test
    void goesAboveWhatTheNicHasApplied() {
        VirtualFunction vf = VfFixture.active().overtaking(9, 41, "StaleGeneration", "behind", NOW);
        assertThat(vf.generation()).isEqualTo(42);
        assertThat(vf.tuple().epoch()).isEqualTo(9);
    }

    @Test
    void takesOneOperationAtATime() {
        VirtualFunction draining = VfFixture.draining();
        assertThatThrownBy(() -> draining.changing(UUID.randomUUID(), VfEvent.WITHDRAWN, NOW))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is being changed");
    }

    @Test
    void isStuckWhenItsStatesTimeIsOverAndADrainHasTheTimeItWasGiven() {
        assertThat(VfFixture.active().status().stuck(NOW.plus(Duration.ofDays(400))))
                .isFalse();
        assertThat(VfFixture.resetting().status().stuck(NOW.plusSeconds(29))).isFalse();
        assertThat(VfFixture.resetting().status().stuck(NOW.plusSeconds(31))).isTrue();
        Drain patient = new Drain(NOW.plusSeconds(600), Drain.Outcome.CANCEL);
        VfStatus draining =
                VfFixture.active().draining(UUID.randomUUID(), patient, NOW).status();
        assertThat(draining.stuck(NOW.plusSeconds(659))).isFalse();
        assertThat(draining.stuck(NOW.plusSeconds(661))).isTrue();
    }

    @Test
    void aCancelledDrainLeavesItAsItWasAndSaysSo() {
        VirtualFunction kept =
                VfFixture.draining().drainCancelled("in use", NOW).settled(NOW);
        assertThat(kept.status().state()).isEqualTo(VfState.ACTIVE);
        assertThat(kept.status().ready()).isTrue();
        assertThat(kept.status().drain()).isNull();
        assertThat(kept.status().place()).isEqualTo(VfFixture.active().status().place());
        assertThat(kept.status().condition(Condition.DRAINING).orElseThrow().status())
                .isEqualTo(Condition.Status.FALSE);
    }

    @Test
    void refusesAnIllegalTransitionLoudly() {
        VirtualFunction released = VfFixture.resetting().released(NOW);
        assertThatThrownBy(() -> released.activated(NOW)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aConditionKeepsItsTransitionTimeWhileItsStatusStays() {
        VirtualFunction vf = VfFixture.active().rebooted(UUID.randomUUID(), 2, NOW.plusSeconds(5));
        VirtualFunction still = vf.failedAttempt(SILENT, NOW.plusSeconds(9));
        assertThat(still.status().condition(Condition.READY).orElseThrow().lastTransitionTime())
                .isEqualTo(NOW.plusSeconds(5));
    }

    private static FunctionTuple tuple(FunctionTuple like, UUID boot, long epoch, long generation) {
        return new FunctionTuple(boot, like.pf(), like.index(), like.vfUid(), epoch, generation, like.digest());
    }
}
