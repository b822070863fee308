package io.verbena.tenant.quota.model;

/** What can be asked of a reservation. All but EXPIRE are offered to callers. */
public enum Verb {
    /** Holds it for its time to live again, from now. */
    RENEW,
    /** Makes it permanent. */
    COMMIT,
    /** Gives back what was not committed. */
    RELEASE,
    /** Gives back a part of what was committed. */
    REDUCE,
    /** Gives back what was committed. */
    RETURN,
    /** The sweeper's: its time ran out. */
    EXPIRE
}
