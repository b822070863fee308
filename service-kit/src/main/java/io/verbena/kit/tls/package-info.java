/**
 * TLS of a service: its server by an SSL bundle of Spring Boot's, its clients and Kafka's by the files that variables name.
 *
 * <p>In: {@code VERBENA_TLS_*}, {@code VERBENA_ISSUER_CA}, {@code VERBENA_KAFKA_*}. Out: bundle {@code verbena}, contexts of
 * clients, properties of Kafka's clients. Owner: the start, then the thread that follows the files. Bounds: those of
 * {@link io.verbena.tls}.
 */
@NullMarked
package io.verbena.kit.tls;

import org.jspecify.annotations.NullMarked;
