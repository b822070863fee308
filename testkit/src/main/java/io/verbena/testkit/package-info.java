/**
 * What tests stand on: a real PostgreSQL, a real Kafka broker and a real token issuer, all on loopback and port 0.
 *
 * <p>In: nothing; out: addresses and tokens. The servers that {@code shared()} gives live as long as the JVM and belong to
 * it; a test owns the database, the topics and the issuer that it asked for. Bounds: one PostgreSQL and one broker a JVM,
 * and those that a test starts itself in order to stop them. For tests only: no module has this on its main class path.
 */
@NullMarked
package io.verbena.testkit;

import org.jspecify.annotations.NullMarked;
