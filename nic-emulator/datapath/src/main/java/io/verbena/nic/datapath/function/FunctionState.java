package io.verbena.nic.datapath.function;

/** What a slot of the device is doing. */
public enum FunctionState {
    /** Holds nothing. */
    FREE,
    /** Configured and answering. */
    ACTIVE,
    /** A reset ran and left something behind; takes no new holder. */
    DIRTY
}
