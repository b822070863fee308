package io.verbena.contracts.nic;

import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A NIC makes itself known, at its start and then as a heartbeat.
 *
 * @param adminUrl where it takes commands
 * @param wire what carries its packets
 * @param vtep IP address literal of its tunnel endpoint; null unless it is on an overlay
 */
public record NicRegistration(
        String nic,
        String host,
        UUID bootId,
        URI adminUrl,
        WireKind wire,
        @Nullable String vtep,
        NicCapability capability) {}
