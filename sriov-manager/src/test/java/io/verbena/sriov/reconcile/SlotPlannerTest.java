package io.verbena.sriov.reconcile;

import static io.verbena.sriov.vf.model.VfFixture.BOOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.contracts.nic.FunctionState;
import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.VfFixture;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlotPlannerTest {
    private static final int INDEX = 3;

    @Test
    void programsWhatIsNotThere() {
        VirtualFunction vf = VfFixture.placed();
        assertThat(plan(free(0, 0), vf)).isInstanceOfSatisfying(Finding.Program.class, program -> {
            assertThat(program.command().tuple()).isEqualTo(vf.tuple());
            assertThat(program.command().spec()).isEqualTo(vf.functionSpec());
            assertThat(program.drift()).isFalse();
        });
    }

    @Test
    void leavesAloneWhatIsInForce() {
        VirtualFunction vf = VfFixture.active();
        assertThat(plan(holding(vf), vf)).isEqualTo(new Finding.InForce(vf, vf.tuple()));
    }

    @Test
    void callsItDriftWhenWhatWasInForceIsNot() {
        VirtualFunction vf = VfFixture.active();
        FunctionSpec other = new FunctionSpec(
                "blue", "blue-a", "127.77.0.9", 4242, vf.functionSpec().limits());
        FunctionReport drifted =
                function(FunctionState.ACTIVE, vf.uid(), 1, 1, vf.tuple().digest(), other, 0, 0);
        assertThat(plan(drifted, vf))
                .isInstanceOfSatisfying(
                        Finding.Program.class,
                        program -> assertThat(program.drift()).isTrue());
    }

    @Test
    void anotherEpochFloorOrGenerationOrDigestIsNotInForce() {
        VirtualFunction vf = VfFixture.active();
        FunctionSpec spec = vf.functionSpec();
        String digest = vf.tuple().digest();
        assertThat(plan(function(FunctionState.ACTIVE, vf.uid(), 0, 1, digest, spec, 0, 0), vf))
                .isInstanceOf(Finding.Program.class);
        assertThat(plan(function(FunctionState.ACTIVE, vf.uid(), 1, 2, digest, spec, 0, 0), vf))
                .isInstanceOf(Finding.Program.class);
        assertThat(plan(function(FunctionState.ACTIVE, vf.uid(), 1, 1, "other", spec, 0, 0), vf))
                .isInstanceOf(Finding.Program.class);
        assertThat(plan(function(FunctionState.DIRTY, vf.uid(), 1, 1, digest, spec, 0, 0), vf))
                .isInstanceOf(Finding.Program.class);
    }

    @Test
    void aNewBootComesBeforeEverythingElse() {
        VirtualFunction vf = VfFixture.active();
        NicReport report = report(UUID.randomUUID(), 8, List.of(holding(vf)));
        assertThat(SlotPlanner.plan(report, List.of(assigned(vf, null)), List.of(vf)))
                .containsExactly(new Finding.Rebooted(vf));
    }

    @Test
    void aSlotThatTheNicDoesNotHaveIsMissing() {
        VirtualFunction vf = VfFixture.placed();
        assertThat(SlotPlanner.plan(report(BOOT, 2, List.of()), List.of(assigned(vf, null)), List.of(vf)))
                .containsExactly(new Finding.Missing(vf));
    }

    @Test
    void aLeavingVfIsClearedUntilThereIsProof() {
        VirtualFunction vf = VfFixture.resetting();
        FunctionSlot.Baseline seen = new FunctionSlot.Baseline(BOOT, 5);
        assertThat(planLeaving(holding(VfFixture.active()), vf, seen)).isInstanceOf(Finding.Clear.class);
        // The floor is not raised: something sent under the old epoch could still come through.
        assertThat(planLeaving(free(1, 6), vf, seen)).isInstanceOf(Finding.Clear.class);
        // Seeds were not drawn anew.
        assertThat(planLeaving(free(2, 5), vf, seen)).isInstanceOf(Finding.Clear.class);
        // Something is left.
        assertThat(planLeaving(function(FunctionState.FREE, null, 2, 0, null, null, 1, 6), vf, seen))
                .isInstanceOf(Finding.Clear.class);
        assertThat(planLeaving(free(2, 6), vf, seen)).isEqualTo(new Finding.Clean(vf));
    }

    @Test
    void aFunctionThatWasNeverInForceInThisBootNeedsNoNewSeeds() {
        VirtualFunction vf = VfFixture.resetting();
        assertThat(planLeaving(free(2, 0), vf, null)).isEqualTo(new Finding.Clean(vf));
        assertThat(planLeaving(free(2, 0), vf, new FunctionSlot.Baseline(UUID.randomUUID(), 9)))
                .isEqualTo(new Finding.Clean(vf));
    }

    @Test
    void aDirtySlotIsClearedAgainAndSaidToBeDirty() {
        VirtualFunction vf = VfFixture.resetting();
        FunctionReport dirty = function(FunctionState.DIRTY, vf.uid(), 2, 1, null, null, 0, 6);
        assertThat(planLeaving(dirty, vf, null))
                .isInstanceOfSatisfying(
                        Finding.Clear.class, clear -> assertThat(clear.dirty()).isTrue());
    }

    @Test
    void aFunctionOfNobodysIsReportedAndItsSlotUsedAgainWhenItIsGone() {
        FunctionReport foreign = function(FunctionState.ACTIVE, UUID.randomUUID(), 1, 1, "x", null, 0, 0);
        assertThat(SlotPlanner.plan(
                        report(BOOT, 8, List.of(foreign)), List.of(slot(FunctionSlot.State.FREE)), List.of()))
                .containsExactly(new Finding.Foreign(foreign));
        assertThat(SlotPlanner.plan(
                        report(BOOT, 8, List.of(foreign)), List.of(slot(FunctionSlot.State.QUARANTINED)), List.of()))
                .isEmpty();
        assertThat(SlotPlanner.plan(
                        report(BOOT, 8, List.of(free(1, 0))), List.of(slot(FunctionSlot.State.QUARANTINED)), List.of()))
                .containsExactly(new Finding.Vacated(0, INDEX));
    }

    private static Finding plan(FunctionReport function, VirtualFunction vf) {
        return SlotPlanner.plan(report(BOOT, 8, List.of(function)), List.of(assigned(vf, null)), List.of(vf))
                .getFirst();
    }

    private static Finding planLeaving(
            FunctionReport function, VirtualFunction vf, FunctionSlot.@Nullable Baseline baseline) {
        return SlotPlanner.plan(report(BOOT, 8, List.of(function)), List.of(assigned(vf, baseline)), List.of(vf))
                .getFirst();
    }

    private static FunctionSlot assigned(VirtualFunction vf, FunctionSlot.@Nullable Baseline baseline) {
        return new FunctionSlot(
                "nic-a",
                0,
                INDEX,
                FunctionSlot.State.ASSIGNED,
                vf.uid(),
                vf.status().place().epoch(),
                baseline,
                null,
                false);
    }

    private static FunctionSlot slot(FunctionSlot.State state) {
        return new FunctionSlot("nic-a", 0, INDEX, state, null, 1, null, null, false);
    }

    private static FunctionReport holding(VirtualFunction vf) {
        return function(
                FunctionState.ACTIVE,
                vf.uid(),
                vf.status().place().epoch(),
                vf.generation(),
                vf.tuple().digest(),
                vf.functionSpec(),
                2,
                5);
    }

    private static FunctionReport free(long floor, long rotations) {
        return function(FunctionState.FREE, null, floor, 0, null, null, 0, rotations);
    }

    private static FunctionReport function(
            FunctionState state,
            @Nullable UUID uid,
            long floor,
            long applied,
            @Nullable String digest,
            @Nullable FunctionSpec spec,
            int contexts,
            long rotations) {
        return new FunctionReport(
                0,
                INDEX,
                state,
                uid,
                floor,
                applied,
                digest,
                spec,
                Map.of(Resource.QP, (long) contexts),
                contexts,
                rotations);
    }

    private static NicReport report(UUID boot, int count, List<FunctionReport> functions) {
        return new NicReport(
                "nic-a", "host-a", boot, true, new NicCapability(count, 4096, Map.of(), Map.of()), functions, Map.of());
    }
}
