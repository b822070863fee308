package io.verbena.sriov.reconcile;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * {@code vnic_vf_state}: for each VF one series per state, 1 for the one it is in; and since when, and for how long it
 * should be. A VF that has no place yet carries empty labels for it. And {@code vnic_vf_stuck}: how many have been in a
 * state for too long, a series for each state that has a time, also at 0.
 */
@Component
class VfStateSeries {
    private static final int EVERY_MS = 2_000;

    private final VirtualFunctions vfs;
    private final MultiGauge states;
    private final MultiGauge entered;
    private final MultiGauge slas;
    private final MultiGauge stuck;
    private final Clock clock;

    VfStateSeries(VirtualFunctions vfs, MeterRegistry registry, Clock clock) {
        this.vfs = vfs;
        this.clock = clock;
        this.states = MultiGauge.builder("vnic.vf.state")
                .description("Where a virtual function is in its life")
                .register(registry);
        this.entered = MultiGauge.builder("vnic.vf.state.entered.timestamp")
                .description("When it entered its state, Unix time")
                .baseUnit("seconds")
                .register(registry);
        this.slas = MultiGauge.builder("vnic.vf.state.sla")
                .description("How long it should stay in its state at most; 0: any time")
                .baseUnit("seconds")
                .register(registry);
        this.stuck = MultiGauge.builder("vnic.vf.stuck")
                .description("Virtual functions that have been in a state for longer than they should")
                .register(registry);
    }

    @Scheduled(fixedDelay = EVERY_MS)
    void refresh() {
        List<MultiGauge.Row<?>> stateRows = new ArrayList<>();
        List<MultiGauge.Row<?>> enteredRows = new ArrayList<>();
        List<MultiGauge.Row<?>> slaRows = new ArrayList<>();
        Map<VfState, Integer> overdue = new EnumMap<>(VfState.class);
        Instant now = clock.instant();
        for (VirtualFunction vf : vfs.all()) {
            Tags tags = tags(vf);
            VfState present = vf.status().state();
            for (VfState state : VfState.values()) {
                stateRows.add(MultiGauge.Row.of(tags.and("state", state.name()), state == present ? 1 : 0));
            }
            Tags withState = tags.and("state", present.name());
            enteredRows.add(
                    MultiGauge.Row.of(withState, vf.status().stateSince().toEpochMilli() / 1000.0));
            slaRows.add(MultiGauge.Row.of(withState, vf.status().sla().toSeconds()));
            if (vf.status().stuck(now)) {
                overdue.merge(present, 1, Integer::sum);
            }
        }
        states.register(stateRows, true);
        entered.register(enteredRows, true);
        slas.register(slaRows, true);
        stuck.register(
                Arrays.stream(VfState.values())
                        .filter(state -> !state.sla().isZero())
                        .<MultiGauge.Row<?>>map(
                                state -> MultiGauge.Row.of(stuckTags(state), overdue.getOrDefault(state, 0)))
                        .toList(),
                true);
    }

    /** Whose turn it is says whom to ask. */
    private static Tags stuckTags(VfState state) {
        return Tags.of("state", state.name(), "owner", state.owner().name().toLowerCase(Locale.ROOT));
    }

    private static Tags tags(VirtualFunction vf) {
        Placement at = vf.status().placement();
        return Tags.of(
                "host",
                at == null ? "" : at.host(),
                "pf",
                at == null ? "" : at.nic() + "/" + at.pf(),
                "vf",
                vf.name(),
                "tenant",
                vf.tenant());
    }
}
