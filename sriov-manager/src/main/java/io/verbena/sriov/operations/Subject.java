package io.verbena.sriov.operations;

import java.util.UUID;

/** What an operation is about. */
public sealed interface Subject {
    /** @param name kept for when the VF is gone */
    record OfVf(UUID uid, String name) implements Subject {}

    record OfNic(String name) implements Subject {}
}
