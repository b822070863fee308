package io.verbena.nic.fabric.sim.invariant;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.fabric.sim.Landing;
import org.jspecify.annotations.Nullable;

/**
 * A completion as taken.
 *
 * @param landing where the transfer's bytes lie by now, null when it has none
 */
public record Completed(
        boolean receive,
        long wrId,
        WcStatus status,
        @Nullable Landing landing) {}
