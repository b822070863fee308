/**
 * Whether Kafka answers; Spring Boot has no health indicator for it.
 *
 * <p>In: the configured brokers. Out: indicator {@code kafka}, which says how it is now, and {@code kafkaAtStart}, which
 * is up for good once Kafka has answered once. A service that only publishes takes {@code kafkaAtStart} into its readiness:
 * it starts with Kafka and goes on without. A service that lives on Kafka takes {@code kafka}; its listeners start once
 * the name of a broker is known. Bounds: 2 s a check.
 */
@NullMarked
package io.verbena.kit.kafka;

import org.jspecify.annotations.NullMarked;
