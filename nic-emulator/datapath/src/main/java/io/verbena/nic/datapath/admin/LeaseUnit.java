package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.admin.AdminCommand.FenceLeases;
import io.verbena.nic.datapath.admin.AdminCommand.LeaseCommand;
import io.verbena.nic.datapath.admin.AdminCommand.OpenLeases;
import io.verbena.nic.datapath.admin.AdminCommand.SyncLeases;
import io.verbena.nic.datapath.admin.AdminCommand.TakeGrants;
import io.verbena.nic.datapath.function.PhysicalFunction;
import io.verbena.nic.datapath.function.lease.LeaseHolder;

/** Passes the ledger's side of a lease on to its holder, and empties the device when the ledger has closed this boot. */
final class LeaseUnit {
    private final PhysicalFunction device;
    private final VerbsUnit verbs;

    LeaseUnit(PhysicalFunction device, VerbsUnit verbs) {
        this.device = device;
        this.verbs = verbs;
    }

    AdminResult execute(LeaseCommand command, long nowNs) {
        LeaseHolder leases = device.leases();
        return switch (command) {
            case SyncLeases sync -> new AdminResult.LeasesTold(leases.sync(nowNs));
            case TakeGrants(var grants) -> new AdminResult.GrantsTaken(leases.onGrants(grants));
            case OpenLeases(var bootId, var incarnation) -> {
                leases.onOpened(bootId, incarnation);
                yield new AdminResult.Done();
            }
            case FenceLeases(var bootId) -> {
                leases.onFenced(bootId);
                if (leases.fenced()) {
                    device.slots().forEach(verbs::closeContexts);
                }
                yield new AdminResult.Done();
            }
        };
    }
}
