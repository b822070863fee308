package io.verbena.contracts.nic;

/**
 * The answer to a command that was carried out.
 *
 * @param changed false when the command had been applied before
 * @param current the slot afterwards
 */
public record CommandReply(boolean changed, FunctionReport current) {}
