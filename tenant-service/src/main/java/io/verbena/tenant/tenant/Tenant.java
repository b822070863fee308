package io.verbena.tenant.tenant;

/** A tenant as it is shown. */
record Tenant(Metadata metadata, Spec spec) {
    static Tenant of(Node node) {
        return new Tenant(Metadata.of(node), new Spec(node.organisation()));
    }

    /** @param organisation name of the one that it belongs to; it never changes */
    record Spec(String organisation) {}
}
