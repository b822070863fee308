package io.verbena.contracts.exercise;

/** What an endpoint posts to its send queue. */
public enum ExerciseOperation {
    SEND,
    WRITE,
    WRITE_WITH_IMM,
    READ
}
