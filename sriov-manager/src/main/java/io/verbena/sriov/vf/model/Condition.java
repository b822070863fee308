package io.verbena.sriov.vf.model;

import java.time.Instant;

/**
 * One observation about a VF, in the shape Kubernetes made known.
 *
 * @param type {@link #READY}, {@link #DRAINING} or {@link #DRAINED}
 * @param observedGeneration the generation that was looked at
 * @param lastTransitionTime when {@code status} last changed, not when it was last confirmed
 * @param reason CamelCase, for programs
 * @param message for people
 */
public record Condition(
        String type,
        Status status,
        long observedGeneration,
        Instant lastTransitionTime,
        String reason,
        String message) {
    /** Applied = generation, digest, uid and current boot agree, and the function answers. */
    public static final String READY = "Ready";

    /** It is to go: until when its programs have time, and what happens then; false: that was cancelled. */
    public static final String DRAINING = "Draining";

    /** How a drain ended: {@code Drained} or {@code DeadlinePassed}. */
    public static final String DRAINED = "Drained";

    /** Truth of a condition. */
    public enum Status {
        TRUE,
        FALSE,
        UNKNOWN
    }

    /** This condition, with {@code other}'s transition time when the status did not change. */
    Condition after(Condition other) {
        return other.status == status
                ? new Condition(type, status, observedGeneration, other.lastTransitionTime, reason, message)
                : this;
    }
}
