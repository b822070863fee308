package io.verbena.sriov.vf.model;

import java.time.Instant;

/**
 * How a VF is to be drained: its programs close their contexts by themselves, or {@code outcome} happens at the deadline.
 */
public record Drain(Instant deadline, Outcome outcome) {
    /** What happens to a VF that is still in use when its time is over. */
    public enum Outcome {
        /** Its contexts are closed, and it goes. */
        FORCE,
        /** It stays as it was. */
        CANCEL
    }
}
