package io.verbena.tenant.tenant;

/** A project as it is shown. */
record Project(Metadata metadata, Spec spec) {
    static Project of(Node node) {
        return new Project(Metadata.of(node), new Spec(node.organisation()));
    }

    /** @param organisation name of the one that it belongs to; it never changes */
    record Spec(String organisation) {}
}
