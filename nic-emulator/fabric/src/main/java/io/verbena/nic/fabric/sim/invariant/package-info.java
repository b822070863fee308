/**
 * What must hold in every world, one class each, fed with facts and asked after each event.
 *
 * <p>In: what was posted, sent, delivered and completed. Out: an {@link
 * io.verbena.nic.fabric.sim.invariant.InvariantViolation} that says which rule broke and how. They share nothing with the
 * datapath but the wire format, so that an error there is not repeated here.
 */
@NullMarked
package io.verbena.nic.fabric.sim.invariant;

import org.jspecify.annotations.NullMarked;
