package io.verbena.contracts.exercise;

/** Answer of {@code POST /v1/endpoints/{id}:createQp}: one more queue pair, which stays with its endpoint. */
public record QueuePairReport(long qpn) {}
