package io.verbena.contracts.nic;

/** Body of {@code PUT /v1/functions/{pf}/{index}}. */
public record ConfigureFunction(FunctionTuple tuple, FunctionSpec spec) {}
