package io.verbena.tenant.lease.model;

import io.verbena.contracts.lease.LeaseOpening;

/** What became of a confirmation. */
public sealed interface ConfirmOutcome {
    record Opened(LeaseOpening opening) implements ConfirmOutcome {}

    /** There is a newer challenge, or none: the boot has to register again. */
    record Stale() implements ConfirmOutcome {}
}
