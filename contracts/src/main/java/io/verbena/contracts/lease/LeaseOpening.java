package io.verbena.contracts.lease;

import java.util.UUID;

/** Answer to a confirmation: the boot speaks for the NIC under this incarnation, and no earlier one does any more. */
public record LeaseOpening(UUID bootId, long incarnation) {}
