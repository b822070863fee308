/**
 * The last sample of each NIC in PostgreSQL, so that every replica answers for every NIC and function.
 *
 * <p>In: batches that were found to be new, of the partitions that this replica owns. Out: last values for REST. Owner:
 * {@link io.verbena.telemetry.lastvalues.LastValues} is the only one that knows the tables; whatever order replicas write in,
 * an older sample never takes the place of a newer one. Bounds: the newest batch of each of 1,024 NICs waits; one write a
 * second; a NIC that fell silent is forgotten after a day.
 */
@NullMarked
package io.verbena.telemetry.lastvalues;

import org.jspecify.annotations.NullMarked;
