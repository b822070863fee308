package io.verbena.nic.fabric.sim.invariant;

/**
 * A work request as posted.
 *
 * @param receive on the receive queue
 * @param signaled whether it makes a completion when it succeeds
 */
public record Posted(boolean receive, long wrId, boolean signaled) {}
