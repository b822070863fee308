package io.verbena.sriov.provisioning;

import io.verbena.kit.problem.Problem;
import java.time.Duration;

/** What running a step, or its undo, comes to. */
public sealed interface StepOutcome {
    /** Its effect is there, by this run or an earlier one. */
    record Done() implements StepOutcome {}

    /** Somebody else has to move first; look again after {@code pause} or when told of a change. */
    record Waiting(Duration pause, String on) implements StepOutcome {}

    /** It cannot be; the saga goes back. */
    record Refused(Problem problem) implements StepOutcome {}

    StepOutcome DONE = new Done();
}
