package io.verbena.nic.device.control;

/** Where a NIC stands with its manager. */
public enum Standing {
    /** No manager answered yet. */
    UNREGISTERED,
    /** Known to the manager, and no operator approved it. */
    WAITING_FOR_APPROVAL,
    /** May take work. */
    APPROVED
}
