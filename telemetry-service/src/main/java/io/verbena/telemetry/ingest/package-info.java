/**
 * From Kafka records to samples.
 *
 * <p>In: records of {@code verbena.counters.v1} and {@code verbena.nic-events.v1}, at least once, in order for each NIC, of
 * the partitions that the group gives this replica. Out: samples for {@code telemetry.series}, last values for {@code
 * telemetry.lastvalues}, denials. Steps: {@link io.verbena.telemetry.ingest.CounterRecords} reads and checks one record,
 * {@link io.verbena.telemetry.ingest.Replay} whether it is an old one of a partition that came to us, {@link
 * io.verbena.telemetry.ingest.CounterDeltas} (pure) says what is new in it, {@link
 * io.verbena.telemetry.ingest.CounterIngest} carries it on; for events {@link io.verbena.telemetry.ingest.EventRecords} and
 * {@link io.verbena.telemetry.ingest.EventIngest}. Owner: each listener's thread. Bounds: a batch of 4,096 functions, 1,024
 * NICs; a record that cannot be read is counted, logged once a reason, and passed over.
 */
@NullMarked
package io.verbena.telemetry.ingest;

import org.jspecify.annotations.NullMarked;
