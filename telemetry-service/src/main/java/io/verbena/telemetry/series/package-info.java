/**
 * The last sample of each function, and how it becomes Prometheus series.
 *
 * <p>In: batches that were found to be new, and which partitions went to another replica. Out: a snapshot at each scrape.
 * Owner: {@link io.verbena.telemetry.series.Samples}; written by the listener, read by scrapes. Bounds: 4,096 functions, each with at most
 * {@link io.verbena.telemetry.series.Families#BUDGET_PER_FUNCTION} series; a function that its NIC has no
 * more is forgotten, and a NIC that is not heard of is hidden, before another replica can have its partition.
 *
 * <p>Values are exposed as the NIC counts them. Prometheus knows counters that begin anew; adding up here would instead
 * make a jump of each restart of this service, and two replicas disagree.
 */
@NullMarked
package io.verbena.telemetry.series;

import org.jspecify.annotations.NullMarked;
