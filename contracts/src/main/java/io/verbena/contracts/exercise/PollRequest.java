package io.verbena.contracts.exercise;

/** Body of {@code POST /v1/endpoints/{id}:poll}: how long to wait for the next receive's completion. */
public record PollRequest(long waitMillis) {}
