package io.verbena.contracts.exercise;

/**
 * Part of an endpoint's memory: body of {@code POST /v1/endpoints/{id}:receive}, where the next message goes, and of
 * {@code :check}, with the guard right behind it.
 */
public record MemoryRange(long offset, long bytes) {}
