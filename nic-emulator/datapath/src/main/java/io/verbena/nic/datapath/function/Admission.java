package io.verbena.nic.datapath.function;

/** The answer to a request for resources. */
public sealed interface Admission {
    record Admitted() implements Admission {}

    /** @param scope {@code function} or {@code device} */
    record Exceeded(ResourceKind resource, String scope, long limit, long used, long requested) implements Admission {}

    /**
     * It goes beyond the guarantee, and the tenant's lease has not so much left.
     *
     * @param scope the ancestor that the ledger named, or {@code lease} when the ledger was not asked yet
     */
    record QuotaExceeded(ResourceKind resource, String scope, long limit, long used, long requested)
            implements Admission {}

    /** It goes beyond the guarantee, and the ledger has not answered for a term. */
    record LedgerUnreachable(ResourceKind resource, long requested) implements Admission {}
}
