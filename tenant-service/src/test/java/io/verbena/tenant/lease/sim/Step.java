package io.verbena.tenant.lease.sim;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.tenant.lease.model.ConfirmOutcome;
import io.verbena.tenant.lease.model.SyncOutcome;
import java.util.UUID;

/** One thing that happened to the ledger, with its outcome where it has one: what a trace is made of. */
public sealed interface Step {
    record Register(String nic, UUID bootId, UUID fresh, LeaseChallenge outcome) implements Step {}

    record Confirm(String nic, UUID bootId, UUID challenge, long atLeast, ConfirmOutcome outcome) implements Step {}

    record Sync(String nic, LeaseSync sync, SyncOutcome outcome) implements Step {}

    record DeclareDead(String nic, long atLeast) implements Step {}

    record ForgetWants(String nic) implements Step {}

    /** @param path of the node */
    record SetLimit(String path, Resource resource, long limit) implements Step {}

    /** A virtual function of the tenant is charged, or given back. */
    record Charge(String tenant, Resource resource, long amount, boolean charged) implements Step {}

    record Backup() implements Step {}

    /** @param epoch of the ledger from now on */
    record Restore(UUID epoch) implements Step {}
}
