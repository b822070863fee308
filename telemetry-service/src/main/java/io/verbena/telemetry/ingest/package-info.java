/**
 * From Kafka records to samples.
 *
 * <p>In: records of {@code verbena.counters.v1}, at least once, in order for each NIC. Out: samples for
 * {@code telemetry.series}. Steps: {@link io.verbena.telemetry.ingest.CounterRecords} reads and checks one record,
 * {@link io.verbena.telemetry.ingest.CounterDeltas} (pure) says what is new in it,
 * {@link io.verbena.telemetry.ingest.CounterIngest} carries it on. Owner: the listener's thread. Bounds: a batch of 4,096
 * functions, 1,024 NICs; a record that cannot be read is counted, logged once a reason, and passed over.
 */
@NullMarked
package io.verbena.telemetry.ingest;

import org.jspecify.annotations.NullMarked;
