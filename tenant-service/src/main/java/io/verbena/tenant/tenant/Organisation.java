package io.verbena.tenant.tenant;

/** An organisation as it is shown. */
record Organisation(Metadata metadata) {
    static Organisation of(Node node) {
        return new Organisation(Metadata.of(node));
    }
}
