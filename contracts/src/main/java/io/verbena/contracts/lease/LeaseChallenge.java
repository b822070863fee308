package io.verbena.contracts.lease;

import java.util.UUID;

/** Answer to a registration. Only the boot that it was given to can confirm it, and only while it is the newest. */
public record LeaseChallenge(UUID bootId, UUID challenge) {}
