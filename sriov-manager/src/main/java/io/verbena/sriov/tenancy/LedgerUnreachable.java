package io.verbena.sriov.tenancy;

import org.jspecify.annotations.Nullable;

/** The ledger gave no decision: whether it has acted is unknown, and asking again is safe. */
public final class LedgerUnreachable extends RuntimeException {
    public LedgerUnreachable(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
