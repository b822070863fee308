package io.verbena.tenant.tenant;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** A tenant as it is shown. */
record Tenant(Metadata metadata, Spec spec, Status status) {
    static Tenant of(Node node) {
        String reason = node.suspendedBecause();
        return new Tenant(
                Metadata.of(node),
                new Spec(node.organisation(), node.project()),
                new Status(reason == null ? State.ACTIVE : State.SUSPENDED, reason));
    }

    /**
     * Where it belongs; that never changes.
     *
     * @param organisation name of the root
     * @param project name of the project between, null for none
     */
    record Spec(
            String organisation,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String project) {}

    /** @param reason as whoever suspended it gave it */
    record Status(
            State state,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            String reason) {}

    enum State {
        ACTIVE,
        /** Keeps what it has, may give it back, and gets nothing more. */
        SUSPENDED
    }
}
