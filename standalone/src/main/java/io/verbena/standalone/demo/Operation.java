package io.verbena.standalone.demo;

import io.verbena.contracts.exercise.ExerciseOperation;

/** What a requester posts, and what it takes of the responder. */
enum Operation {
    SEND(ExerciseOperation.SEND, true),
    WRITE(ExerciseOperation.WRITE, false),
    WRITE_WITH_IMM(ExerciseOperation.WRITE_WITH_IMM, true),
    READ(ExerciseOperation.READ, false);

    private final ExerciseOperation posted;
    private final boolean receives;

    Operation(ExerciseOperation posted, boolean receives) {
        this.posted = posted;
        this.receives = receives;
    }

    ExerciseOperation posted() {
        return posted;
    }

    /** Whether the responder has to post a receive, and sees a completion. */
    boolean receives() {
        return receives;
    }

    /** Whether the payload goes from the responder to the requester. */
    boolean pulls() {
        return this == READ;
    }
}
