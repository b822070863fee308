package io.verbena.contracts.exercise;

/**
 * Body of {@code POST /v1/endpoints/{id}:fill}: draws a payload from a seed, and renews the guard right behind it.
 *
 * @param seed the same one gives the same payload
 */
public record FillRequest(long offset, long bytes, long seed) {}
