package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VfStateTest {
    @Test
    void goesThroughTheLifecycleOfThePlan() {
        VfState[] path = {
            VfState.REQUESTED,
            VfState.RESERVED,
            VfState.PROVISIONING,
            VfState.CONFIGURING,
            VfState.ACTIVE,
            VfState.DRAINING,
            VfState.RESETTING,
            VfState.RELEASED
        };
        for (int i = 1; i < path.length; i++) {
            assertThat(path[i - 1].canBecome(path[i]))
                    .as("%s to %s", path[i - 1], path[i])
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyStateIsReachedAndNoneCanStayForEver(VfState state) {
        assertThat(reachableFrom(VfState.REQUESTED)).contains(state);
        // Every VF that has a slot can be brought to give it back.
        if (state != VfState.REQUESTED && state != VfState.RESERVED) {
            assertThat(reachableFrom(state)).contains(VfState.RELEASED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aQuarantinedOrLeavingVfIsNeverProgrammedAgain(VfState next) {
        boolean comesBack = next.wanted();
        assertThat(VfState.RESETTING.canBecome(next) && comesBack).isFalse();
        assertThat(VfState.QUARANTINED.canBecome(next) && comesBack).isFalse();
        assertThat(VfState.RELEASED.canBecome(next)).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void everyStateCanBeReadAndOnlySettledOnesChanged(VfState state) {
        assertThat(state.allows("get")).isTrue();
        boolean settled = state == VfState.ACTIVE || state == VfState.FAILED;
        assertThat(state.allows("patch")).isEqualTo(settled);
        assertThat(state.allows("delete")).isEqualTo(settled);
    }

    @ParameterizedTest
    @EnumSource
    void onlyAnActiveVfMayStayWhereItIs(VfState state) {
        assertThat(state.sla().isZero()).isEqualTo(state == VfState.ACTIVE);
        assertThat(state.owner()).isNotNull();
    }

    private static Set<VfState> reachableFrom(VfState start) {
        Set<VfState> seen = EnumSet.of(start);
        ArrayDeque<VfState> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            VfState state = open.remove();
            Arrays.stream(VfState.values())
                    .filter(next -> state.canBecome(next) && seen.add(next))
                    .forEach(open::add);
        }
        return seen;
    }
}
