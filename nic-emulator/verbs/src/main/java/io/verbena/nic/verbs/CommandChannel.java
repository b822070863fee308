package io.verbena.nic.verbs;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;

/** The way to a NIC's owner. Safe to call from any thread. */
public interface CommandChannel {
    /** Hands a command to the owner and waits, for a bounded time, for its answer. */
    AdminResult execute(AdminCommand command);

    /** Wakes the owner; called after a doorbell when it says that it sleeps. */
    void wake();

    /** Lets the caller be the owner for one turn, where that is possible; a polling application calls it between polls. */
    default void drive() {}
}
