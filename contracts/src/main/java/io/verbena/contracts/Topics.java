package io.verbena.contracts;

/** Kafka topics: {@code verbena.<noun>.v<n>}. A change that old readers cannot read gets a new number. */
public final class Topics {
    /** {@link io.verbena.contracts.telemetry.CounterBatch}, keyed by NIC name: one a second from each NIC. */
    public static final String COUNTERS = "verbena.counters.v1";

    /** {@link io.verbena.contracts.telemetry.NicEventMessage}, keyed by NIC name. */
    public static final String NIC_EVENTS = "verbena.nic-events.v1";

    /** {@link io.verbena.contracts.change.ChangeMessage} of tenant-service, keyed by object. */
    public static final String TENANT_CHANGES = "verbena.tenant-changes.v1";

    /** {@link io.verbena.contracts.change.ChangeMessage} of sriov-manager, keyed by object. */
    public static final String SRIOV_CHANGES = "verbena.sriov-changes.v1";

    private Topics() {}
}
