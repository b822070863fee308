package io.verbena.contracts.lease;

import java.util.UUID;

/** Body of {@code POST /api/v1/nics/{nic}/leases:register}: this boot of the NIC asks for a challenge. */
public record LeaseRegistration(UUID bootId) {}
