package io.verbena.contracts.nic;

import java.net.URI;
import java.util.UUID;

/** A NIC makes itself known, at its start and then as a heartbeat; {@code adminUrl} is where it takes commands. */
public record NicRegistration(String nic, String host, UUID bootId, URI adminUrl, NicCapability capability) {}
