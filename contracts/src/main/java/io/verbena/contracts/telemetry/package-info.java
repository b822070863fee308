/** What a NIC publishes to Kafka: one counters batch a second, and events as they happen. */
@NullMarked
package io.verbena.contracts.telemetry;

import org.jspecify.annotations.NullMarked;
