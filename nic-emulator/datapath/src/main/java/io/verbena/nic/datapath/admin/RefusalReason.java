package io.verbena.nic.datapath.admin;

/** Why a command was refused, other than by a limit. */
public enum RefusalReason {
    /** Planned for another boot of this NIC. */
    WRONG_BOOT,
    /** Another virtual function holds the slot. */
    WRONG_OWNER,
    /** The holder's epoch is over. */
    STALE_EPOCH,
    /** A newer spec is in force. */
    STALE_GENERATION,
    /** This generation is in force with another digest. */
    CONFLICT,
    /** No such physical function or slot. */
    INDEX_OUT_OF_RANGE,
    /** Another function has this address. */
    ADDRESS_IN_USE,
    /** The slot holds no function, or no function has this uid. */
    NOT_CONFIGURED,
    /** A value, a missing attribute or an extra one. */
    INVALID_ARGUMENT,
    /** Not allowed in the object's state. */
    INVALID_STATE,
    /** The context has no such object, or is closed. */
    NO_SUCH_OBJECT,
    /** Something else still uses the object. */
    BUSY
}
