package io.verbena.contracts.nic;

/**
 * A NIC's answer to a segment it was told.
 *
 * @param changed false when it had that version before
 * @param version now in force
 */
public record OverlaySegmentReply(boolean changed, long version) {}
