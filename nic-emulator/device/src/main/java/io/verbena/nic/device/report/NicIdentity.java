package io.verbena.nic.device.report;

import java.util.UUID;

/**
 * Which NIC speaks.
 *
 * @param bootId drawn anew at each start
 */
public record NicIdentity(String nic, String host, UUID bootId) {}
