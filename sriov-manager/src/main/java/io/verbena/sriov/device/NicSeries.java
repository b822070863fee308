package io.verbena.sriov.device;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * {@code vnic_nic_state}, {@code vnic_nic_last_heartbeat_timestamp_seconds}, {@code vnic_pf_slots}: whether a NIC can take
 * VFs, and how many more. Every replica publishes the same ones.
 */
@Component
class NicSeries {
    private static final int EVERY_MS = 2_000;

    private final Nics nics;
    private final FunctionSlots slots;
    private final MultiGauge states;
    private final MultiGauge heartbeats;
    private final MultiGauge counts;

    NicSeries(Nics nics, FunctionSlots slots, MeterRegistry registry) {
        this.nics = nics;
        this.slots = slots;
        this.states = MultiGauge.builder("vnic.nic.state")
                .description("Whether a NIC can take virtual functions")
                .register(registry);
        this.heartbeats = MultiGauge.builder("vnic.nic.last.heartbeat.timestamp")
                .description("When a NIC was heard of last, Unix time")
                .baseUnit("seconds")
                .register(registry);
        this.counts = MultiGauge.builder("vnic.pf.slots")
                .description("Places for virtual functions on a physical function")
                .register(registry);
    }

    @Scheduled(fixedDelay = EVERY_MS)
    void refresh() {
        var stateRows = new ArrayList<Row<?>>();
        var heartbeatRows = new ArrayList<Row<?>>();
        var countRows = new ArrayList<Row<?>>();
        for (Nic nic : nics.all()) {
            Tags tags = Tags.of("host", nic.host(), "nic", nic.name());
            for (Nic.State state : Nic.State.values()) {
                stateRows.add(Row.of(tags.and("state", state.name()), state == nic.state() ? 1 : 0));
            }
            heartbeatRows.add(Row.of(tags, nic.heartbeatAt().toEpochMilli() / 1000.0));
            countRows.addAll(slotRows(nic));
        }
        states.register(stateRows, true);
        heartbeats.register(heartbeatRows, true);
        counts.register(countRows, true);
    }

    private List<Row<?>> slotRows(Nic nic) {
        return slots.on(nic.name()).stream()
                // Rows outlive a NIC that comes back with fewer functions.
                .filter(slot -> slot.index() < nic.usableFunctions())
                .collect(Collectors.groupingBy(FunctionSlot::pf, Collectors.toList()))
                .entrySet()
                .stream()
                .<Row<?>>flatMap(ofPf -> Arrays.stream(FunctionSlot.State.values())
                        .map(state -> Row.of(
                                Tags.of(
                                        "host",
                                        nic.host(),
                                        "pf",
                                        nic.name() + "/" + ofPf.getKey(),
                                        "state",
                                        state.name()),
                                ofPf.getValue().stream()
                                        .filter(slot -> slot.state() == state)
                                        .count())))
                .toList();
    }
}
