package io.verbena.sriov.vf.model;

/** Every limit of a VF's description, in one place. */
public final class VfBounds {
    /** Labels on one VF; they are for people and selectors, not a store. */
    public static final int MAX_LABELS = 32;

    /** Characters of a label's key or value, as in Kubernetes. */
    public static final int MAX_LABEL_LENGTH = 63;

    /** Conditions on one VF: one row each, a fixed vocabulary. */
    public static final int MAX_CONDITIONS = 8;

    /** Objects of one kind that one VF may ask for: the 24-bit QP number space bounds the largest of them. */
    public static final long MAX_OBJECTS = 1L << 24;

    /** Bytes under registration that one VF may ask for: 16 TiB, above any host this runs on. */
    public static final long MAX_REGISTERED_BYTES = 1L << 44;

    /** A week: who waits longer has forgotten it. */
    public static final int MAX_DRAIN_SECONDS = 7 * 24 * 3600;

    /** As long as a DNS name. */
    public static final int MAX_HOLDER_LENGTH = 253;

    /** A week; who wants more wants no lease. */
    public static final int MAX_LEASE_SECONDS = 7 * 24 * 3600;

    /** 10 Tbit/s, above any link this runs on. */
    public static final long MAX_BANDWIDTH_MBPS = 10_000_000;

    private VfBounds() {}
}
