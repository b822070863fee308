package io.verbena.contracts.nic;

/**
 * The manager's answer.
 *
 * @param approved whether this NIC may take work; until then it refuses every command
 * @param heartbeatSeconds when to register again
 */
public record NicRegistrationReply(boolean approved, int heartbeatSeconds) {}
