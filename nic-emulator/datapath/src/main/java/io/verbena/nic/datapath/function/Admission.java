package io.verbena.nic.datapath.function;

/** The answer to a request for resources. */
public sealed interface Admission {
    record Admitted() implements Admission {}

    /** @param scope {@code function} or {@code device} */
    record Exceeded(ResourceKind resource, String scope, long limit, long used, long requested) implements Admission {}
}
