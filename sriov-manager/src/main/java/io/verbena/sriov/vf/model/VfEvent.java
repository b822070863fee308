package io.verbena.sriov.vf.model;

/** What moves a VF from one state to the next; {@link VfState} has the table. */
public enum VfEvent {
    /** The ledger holds a reservation for it. */
    QUOTA_RESERVED,
    /** It was given a slot, an address and an epoch. */
    PLACED,
    /** The first command of this intent is about to be sent. */
    COMMANDED,
    /** Read back, and its reservation committed. */
    ACTIVATED,
    /** Somebody asked for other limits. */
    UPDATE_ASKED,
    /** The change of limits is over, as asked or undone. */
    UPDATE_OVER,
    /** Somebody asked for it to go. */
    RELEASE_ASKED,
    /** The drain's time is over and it is still used, which was to end the drain. */
    DRAIN_CANCELLED,
    /** It is to leave its slot. */
    WITHDRAWN,
    /** Its adoption is undone: the function stays where it was found. */
    LEFT_ALONE,
    /** A holder gets it. */
    ATTACHED,
    /** Its holder gives it back, or its lease is over. */
    DETACHED,
    /** Programming it has failed too often. */
    GAVE_UP,
    /** Programming it works after all, before it was ever active. */
    CAME_UP,
    /** It works again. */
    CAME_BACK,
    /** It works again while its limits change. */
    CAME_BACK_CHANGING,
    /** A reset left something behind. */
    FOUND_DIRTY,
    /** The NIC reports nothing left in its slot. */
    PROVED_CLEAN
}
