/**
 * The NIC as a value that is fed: {@link io.verbena.nic.datapath.Nic}.
 *
 * <p>In: doorbells, commands, trains of packets, the time. Out: trains, events, the next deadline. Owns all of the
 * device's state; whoever drives it owns the NIC for that call, one at a time. Bounds are in
 * {@link io.verbena.nic.datapath.NicConfig}.
 */
@NullMarked
package io.verbena.nic.datapath;

import org.jspecify.annotations.NullMarked;
