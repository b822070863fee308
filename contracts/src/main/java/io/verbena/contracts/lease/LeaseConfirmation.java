package io.verbena.contracts.lease;

import java.util.UUID;

/** Body of {@code POST /api/v1/nics/{nic}/leases:confirm}: the boot lives and has its challenge. */
public record LeaseConfirmation(UUID bootId, UUID challenge) {}
