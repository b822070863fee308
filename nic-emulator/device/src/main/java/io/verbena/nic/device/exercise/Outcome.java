package io.verbena.nic.device.exercise;

import io.verbena.contracts.ProblemType;

/** What became of a request; refusals of verbs come as {@link io.verbena.nic.verbs.VerbsException}. */
public sealed interface Outcome<T> {
    record Done<T>(T value) implements Outcome<T> {}

    record Refused<T>(ProblemType type, String detail) implements Outcome<T> {}
}
