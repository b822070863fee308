package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseReply;
import java.util.List;

/** What became of a sync. */
public sealed interface SyncOutcome {
    /** @param raised grants that this ledger had forgotten; each may have put an account over its limit */
    record Synced(LeaseReply reply, List<Raise> raised) implements SyncOutcome {
        public Synced {
            raised = List.copyOf(raised);
        }
    }

    /** Another boot speaks for the NIC: this one resets and stops. */
    record Fenced(long incarnation) implements SyncOutcome {}

    /** The NIC has seen more than this ledger granted, as after a restored backup. */
    record Raise(String tenant, Resource resource, long from, long to) {}
}
