package io.verbena.sriov.nic;

import java.net.URI;

/** Where a NIC takes commands; {@code name} is for messages. */
public record NicEndpoint(String name, URI adminUrl) {}
