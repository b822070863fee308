/**
 * Timers that fire in a replayable order and cost O(1) for each packet.
 *
 * <p>In: deadlines. Out: the ids whose deadline passed, first armed first within a slot. Owner: the NIC's owner thread.
 * Bounds: one timer for each id.
 */
@NullMarked
package io.verbena.nic.datapath.time;

import org.jspecify.annotations.NullMarked;
