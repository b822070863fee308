package io.verbena.contracts.nic;

/**
 * The answer to a physical function's resize.
 *
 * @param changed false when it had so many before
 */
public record ResizeReply(boolean changed, long epoch, int functionCount) {}
