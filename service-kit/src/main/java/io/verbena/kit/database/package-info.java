/**
 * Waiting for PostgreSQL at the start of a service, and what the kit keeps in the service's database for the web layer.
 *
 * <p>In: the application's {@code DataSource}. Out: the same, after it gave a connection for the first time. Until then the
 * start stands still, so that the service listens on no port and is not ready. Owner: the thread that starts the
 * application. Bounds: none in time, as a database that comes late is no error; 10 s between attempts at most.
 */
@NullMarked
package io.verbena.kit.database;

import org.jspecify.annotations.NullMarked;
