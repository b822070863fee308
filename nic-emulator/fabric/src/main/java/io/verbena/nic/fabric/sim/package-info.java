/**
 * A deterministic world of NICs: the real datapath and verbs library under a simulated clock, links and faults.
 *
 * <p>In: one seed. Out: a run that is the same each time, checked after each event by the
 * {@link io.verbena.nic.fabric.sim.invariant invariants}. One thread drives everything; nothing here reads a clock or
 * draws a number that does not come from the seed. Bounds: {@link io.verbena.nic.fabric.sim.World#MAX_EVENTS} a run.
 * Only tests and experiments use it; the device never does.
 */
@NullMarked
package io.verbena.nic.fabric.sim;

import org.jspecify.annotations.NullMarked;
