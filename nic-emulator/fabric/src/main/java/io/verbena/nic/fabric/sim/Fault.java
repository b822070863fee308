package io.verbena.nic.fabric.sim;

/** What a link may do to a packet. */
public enum Fault {
    LOSS,
    DUPLICATION,
    REORDERING,
    BIT_FLIP
}
