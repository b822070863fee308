/**
 * What the three services share beside messages: one problem format, one caller rule, one change log. See
 * {@code docs/adr/0002-service-kit.md} for why this is a library.
 *
 * <p>In: the dependency, and {@code verbena.*} properties. Out: auto-configured beans; nothing else is needed. The parts
 * that need a database come with a {@code DataSource}, outbound calls with {@code verbena.client.id}, the change log with
 * {@code verbena.change-log.topic}. Owner: the application that has it on its class path; several in one JVM do not meet,
 * as nothing here is static or global. Its tables are made by the service's Flyway from
 * {@code classpath:db/migration/kit}, versions {@code 0.x}.
 */
@NullMarked
package io.verbena.kit;

import org.jspecify.annotations.NullMarked;
