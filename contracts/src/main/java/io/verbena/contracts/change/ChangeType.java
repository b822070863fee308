package io.verbena.contracts.change;

/** What happened to the object. */
public enum ChangeType {
    ADDED,
    MODIFIED,
    DELETED
}
