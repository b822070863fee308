package io.verbena.sriov.vf.model;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is known about a VF.
 *
 * @param stateSince when the state was entered
 * @param observedGeneration the newest generation a controller has looked at
 * @param appliedGeneration the newest generation read back from the NIC in this boot and epoch, 0 when none was
 * @param placement null until the planner chose, and again once the slot was given back
 * @param activated whether it has ever been ACTIVE, so that a recovered VF returns there
 * @param operation the operation that is changing it, null when none is; one at a time
 * @param drain how it is drained, null unless it is DRAINING or was until it left
 * @param attachment who holds it, null: nobody in particular
 */
public record VfStatus(
        VfState state,
        Instant stateSince,
        List<Condition> conditions,
        long observedGeneration,
        long appliedGeneration,
        @Nullable Placement placement,
        Retries retries,
        boolean activated,
        @Nullable UUID operation,
        @Nullable Drain drain,
        @Nullable Attachment attachment) {
    public VfStatus {
        conditions = List.copyOf(conditions);
    }

    /** The status of a VF that was just asked for. */
    public static VfStatus requested(UUID operation, Instant now) {
        Condition ready =
                new Condition(Condition.READY, Condition.Status.FALSE, 1, now, "Provisioning", "Waiting for quota");
        return new VfStatus(
                VfState.REQUESTED, now, List.of(ready), 1, 0, null, Retries.NONE, false, operation, null, null);
    }

    public Optional<Condition> condition(String type) {
        return conditions.stream().filter(c -> c.type().equals(type)).findFirst();
    }

    /** Whether the condition Ready is true. */
    public boolean ready() {
        return condition(Condition.READY)
                .map(c -> c.status() == Condition.Status.TRUE)
                .orElse(false);
    }

    /** How long it should stay in its state at most, zero where staying is the point: a drain may take the time it has. */
    public Duration sla() {
        Duration least = state.sla();
        return state == VfState.DRAINING && drain != null && drain.deadline().isAfter(stateSince)
                ? least.plus(Duration.between(stateSince, drain.deadline()))
                : least;
    }

    /** Whether it has been in its state for longer than anybody should have to wait. */
    public boolean stuck(Instant now) {
        return !sla().isZero() && now.isAfter(stateSince.plus(sla()));
    }

    /** Where it lives, for states in which it has a place. */
    public Placement place() {
        if (placement == null) {
            throw new IllegalStateException("a VF that is " + state + " has no place");
        }
        return placement;
    }

    /** What a caller may do now: less while an operation changes the VF. */
    public List<String> allowedVerbs() {
        return state.allowedVerbs().stream()
                .filter(verb -> operation == null || verb.duringOperation())
                .map(VfVerb::exposedName)
                .toList();
    }

    public boolean allows(VfVerb verb) {
        return allowedVerbs().contains(verb.exposedName());
    }

    VfStatus on(VfEvent event, Instant now) {
        VfState next = state.after(event);
        return new VfStatus(
                next,
                now,
                conditions,
                observedGeneration,
                appliedGeneration,
                placement,
                retries,
                activated || next == VfState.ACTIVE,
                operation,
                drain,
                attachment);
    }

    VfStatus with(Condition condition) {
        List<Condition> merged = new ArrayList<>(conditions);
        int at = 0;
        while (at < merged.size() && !merged.get(at).type().equals(condition.type())) {
            at++;
        }
        if (at == merged.size()) {
            merged.add(condition);
        } else {
            merged.set(at, condition.after(merged.get(at)));
        }
        return new VfStatus(
                state,
                stateSince,
                merged,
                observedGeneration,
                appliedGeneration,
                placement,
                retries,
                activated,
                operation,
                drain,
                attachment);
    }

    VfStatus withPlacement(@Nullable Placement place) {
        // What was applied under another epoch or boot says nothing about this one.
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observedGeneration,
                0,
                place,
                Retries.NONE,
                activated,
                operation,
                drain,
                attachment);
    }

    VfStatus withGenerations(long observed, long applied) {
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observed,
                applied,
                placement,
                retries,
                activated,
                operation,
                drain,
                attachment);
    }

    VfStatus withRetries(Retries next) {
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observedGeneration,
                appliedGeneration,
                placement,
                next,
                activated,
                operation,
                drain,
                attachment);
    }

    VfStatus withOperation(@Nullable UUID changing) {
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observedGeneration,
                appliedGeneration,
                placement,
                retries,
                activated,
                changing,
                drain,
                attachment);
    }

    VfStatus withDrain(@Nullable Drain next) {
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observedGeneration,
                appliedGeneration,
                placement,
                retries,
                activated,
                operation,
                next,
                attachment);
    }

    VfStatus withAttachment(@Nullable Attachment next) {
        return new VfStatus(
                state,
                stateSince,
                conditions,
                observedGeneration,
                appliedGeneration,
                placement,
                retries,
                activated,
                operation,
                drain,
                next);
    }
}
