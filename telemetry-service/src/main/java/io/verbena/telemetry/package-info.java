/**
 * telemetry-service: what the NICs counted, for Prometheus and for people.
 *
 * <p>In: counters batches from Kafka. Out: {@code vnic_*} series on {@code /actuator/prometheus}, last values over REST.
 * Owner: this process; each replica reads every partition in a group of its own, so that all answer alike. Bounds: the
 * last sample of each function, for a minute after it was last seen. There is no database: Prometheus keeps history.
 */
@NullMarked
package io.verbena.telemetry;

import org.jspecify.annotations.NullMarked;
