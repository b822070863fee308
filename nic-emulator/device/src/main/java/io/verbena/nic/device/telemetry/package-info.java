/**
 * What a NIC tells Kafka: a batch of all counters each second, and events as they happen.
 *
 * <p>In: counters read through the command channel, events from the owner. Out: records of the topics in
 * {@code contracts.Topics}. Owner: one thread of its own. Bounds: queues whose oldest entries give way, with a count; a
 * Kafka that is away never holds up the NIC.
 */
@NullMarked
package io.verbena.nic.device.telemetry;

import org.jspecify.annotations.NullMarked;
