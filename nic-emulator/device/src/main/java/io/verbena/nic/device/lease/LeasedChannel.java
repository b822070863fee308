package io.verbena.nic.device.lease;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.LedgerUnreachable;
import io.verbena.nic.datapath.admin.AdminResult.QuotaExceeded;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.verbs.CommandChannel;
import java.time.Duration;

/** The way to the NIC that, where a lease does not suffice, asks the ledger once before it gives up. */
public final class LeasedChannel implements CommandChannel {
    /** What a program waits at most for the ledger in one verb. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final CommandChannel channel;
    private final LeaseLink leases;

    public LeasedChannel(CommandChannel channel, LeaseLink leases) {
        this.channel = channel;
        this.leases = leases;
    }

    @Override
    public AdminResult execute(AdminCommand command) {
        AdminResult first = channel.execute(command);
        return switch (first) {
            case QuotaExceeded refused -> again(command, refused.resource(), refused.requested());
            case LedgerUnreachable refused -> again(command, refused.resource(), refused.requested());
            case AdminResult other -> other;
        };
    }

    private AdminResult again(AdminCommand command, ResourceKind resource, long requested) {
        return leases.syncWithin(PATIENCE) ? channel.execute(command) : new LedgerUnreachable(resource, requested);
    }

    @Override
    public void wake() {
        channel.wake();
    }

    @Override
    public void drive() {
        channel.drive();
    }
}
