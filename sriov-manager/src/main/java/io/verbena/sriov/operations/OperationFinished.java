package io.verbena.sriov.operations;

import java.util.UUID;

/** Said when an operation has ended, heard after the commit. */
public record OperationFinished(UUID id) {}
