/**
 * telemetry-service: what the NICs counted, for Prometheus and for people.
 *
 * <p>In: counters batches and events from Kafka. Out: {@code vnic_*} series on {@code /actuator/prometheus}, last values
 * over REST. Owner: replicas are one consumer group; each exposes the series of the NICs whose partitions it owns, so that
 * a series is in one place, and writes their last values to PostgreSQL, where all read them. Bounds: the last sample of each
 * function; series stay for a minute after it was last seen. Prometheus keeps history.
 */
@NullMarked
package io.verbena.telemetry;

import org.jspecify.annotations.NullMarked;
