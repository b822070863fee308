package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VfStateTest {
    @Test
    void goesThroughTheLifecycleOfThePlan() {
        VfState state = VfState.REQUESTED;
        for (VfEvent event : List.of(
                VfEvent.QUOTA_RESERVED,
                VfEvent.PLACED,
                VfEvent.COMMANDED,
                VfEvent.ACTIVATED,
                VfEvent.RELEASE_ASKED,
                VfEvent.WITHDRAWN,
                VfEvent.PROVED_CLEAN)) {
            state = state.after(event);
        }
        assertThat(state).isEqualTo(VfState.RELEASED);
    }

    /** The table once more, in the order of the events: whoever changes one has to mean it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            QUOTA_RESERVED     | REQUESTED>RESERVED
            PLACED             | RESERVED>PROVISIONING
            COMMANDED          | PROVISIONING>CONFIGURING
            ACTIVATED          | CONFIGURING>ACTIVE
            UPDATE_ASKED       | ACTIVE>UPDATING FAILED>UPDATING
            UPDATE_OVER        | UPDATING>ACTIVE
            RELEASE_ASKED      | ACTIVE>DRAINING FAILED>DRAINING
            DRAIN_CANCELLED    | DRAINING>ACTIVE
            WITHDRAWN          | PROVISIONING>RESETTING CONFIGURING>RESETTING ACTIVE>RESETTING FAILED>RESETTING DRAINING>RESETTING
            LEFT_ALONE         | CONFIGURING>RELEASED ACTIVE>RELEASED FAILED>RELEASED
            GAVE_UP            | PROVISIONING>FAILED CONFIGURING>FAILED ACTIVE>FAILED UPDATING>FAILED
            CAME_UP            | FAILED>CONFIGURING
            CAME_BACK          | FAILED>ACTIVE
            CAME_BACK_CHANGING | FAILED>UPDATING
            FOUND_DIRTY        | RESETTING>QUARANTINED QUARANTINED>QUARANTINED
            PROVED_CLEAN       | RESETTING>RELEASED QUARANTINED>RELEASED
            """)
    void eachEventLeadsWhereTheTableSaysAndIsABugAnywhereElse(VfEvent event, String moves) {
        Set<String> expected = Set.of(moves.split(" "));
        Set<String> found = new HashSet<>();
        for (VfState state : VfState.values()) {
            state.next(event)
                    .ifPresentOrElse(
                            next -> found.add(state + ">" + next),
                            () -> assertThatThrownBy(() -> state.after(event))
                                    .isInstanceOf(IllegalStateException.class)
                                    .hasMessageContainingAll(event.name(), state.name()));
        }
        assertThat(found).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource
    void everyEventMovesSomething(VfEvent event) {
        assertThat(VfState.values()).anyMatch(state -> state.next(event).isPresent());
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
    void aQuarantinedOrLeavingVfIsNeverProgrammedAgain(VfEvent event) {
        for (VfState state : List.of(VfState.RESETTING, VfState.QUARANTINED)) {
            assertThat(state.next(event).filter(VfState::wanted)).isEmpty();
        }
        assertThat(VfState.RELEASED.next(event)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void everyStateCanBeReadAndOnlySettledOnesChanged(VfState state) {
        Set<VfVerb> allowed = switch (state) {
            case ACTIVE -> EnumSet.allOf(VfVerb.class);
            case FAILED -> EnumSet.complementOf(EnumSet.of(VfVerb.ATTACH));
            case UPDATING, DRAINING -> EnumSet.of(VfVerb.GET, VfVerb.DETACH);
            case REQUESTED, RESERVED, PROVISIONING, CONFIGURING, RESETTING, QUARANTINED, RELEASED ->
                EnumSet.of(VfVerb.GET);
        };
        assertThat(state.allowedVerbs()).isEqualTo(allowed);
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
            for (VfEvent event : VfEvent.values()) {
                state.next(event).filter(seen::add).ifPresent(open::add);
            }
        }
        return seen;
    }
}
