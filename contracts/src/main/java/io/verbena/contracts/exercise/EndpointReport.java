package io.verbena.contracts.exercise;

import java.util.UUID;

/**
 * An open endpoint: what a peer needs to connect to it, and what may be asked of it.
 *
 * @param addr virtual address of its memory
 * @param activeMtu largest path MTU of its NIC, bytes
 */
public record EndpointReport(
        String id,
        UUID vfUid,
        String gid,
        long qpn,
        long addr,
        long rkey,
        long memoryBytes,
        long guardBytes,
        int activeMtu,
        long idleSeconds,
        Limits limits) {
    /**
     * What one request may ask.
     *
     * @param receives that may wait for a message or for {@code :poll}
     */
    public record Limits(long memoryBytes, int receives, long waitMillis) {}
}
