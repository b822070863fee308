package io.verbena.nic.fabric.sim.invariant;

/**
 * How a queue pair was connected.
 *
 * @param sqPsn its first request's PSN
 * @param rqPsn the PSN it expects first
 * @param windowBytes the peer's receive buffer
 * @param maxRdAtomic READs it may have outstanding
 * @param mayFail whether it asks for something forbidden
 */
public record Connected(int sqPsn, int rqPsn, long windowBytes, int maxRdAtomic, boolean mayFail) {}
