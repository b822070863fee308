/**
 * What the NIC tells about itself: counters, drop reasons, events.
 *
 * <p>In: increments from every block. Out: snapshots and polled events. Owner: the NIC's owner thread. Bounds: arrays of
 * the enums' sizes; {@link io.verbena.nic.datapath.observe.EventQueue#CAPACITY} events.
 */
@NullMarked
package io.verbena.nic.datapath.observe;

import org.jspecify.annotations.NullMarked;
