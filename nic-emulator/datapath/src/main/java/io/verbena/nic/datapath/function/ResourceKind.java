package io.verbena.nic.datapath.function;

/** What a function holds and is limited in. Counts, but for registered bytes. */
public enum ResourceKind {
    /** Queue pairs. */
    QP,
    /** Completion queues. */
    CQ,
    /** Memory regions. */
    MR,
    /** Protection domains. */
    PD,
    /** The sum of the lengths of all memory regions, bytes. */
    REGISTERED_BYTES
}
