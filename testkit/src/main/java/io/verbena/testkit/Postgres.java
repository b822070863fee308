package io.verbena.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real PostgreSQL server. It syncs its log as production does, because a test of commits that skips the sync tests
 * another database. Each {@link #database()} is empty and belongs to a role of its own that is no superuser, so that
 * privileges and row-level security count.
 */
public final class Postgres implements AutoCloseable {
    /** Enough for several pools of services in one JVM; the server's own default is 100 too. */
    private static final int MAX_CONNECTIONS = 100;

    private final EmbeddedPostgres server;
    private final AtomicInteger databases = new AtomicInteger();

    private Postgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /** The server of this JVM, started at the first call. */
    public static Postgres shared() {
        return Shared.SERVER;
    }

    /** A server for a test that stops it. */
    public static Postgres start() {
        return startOn(0);
    }

    /** @param port where to listen; 0 for any free one */
    public static Postgres startOn(int port) {
        try {
            return new Postgres(EmbeddedPostgres.builder()
                    .setPort(port)
                    .setServerConfig("fsync", "on")
                    .setServerConfig("synchronous_commit", "on")
                    .setServerConfig("max_connections", Integer.toString(MAX_CONNECTIONS))
                    .start());
        } catch (IOException e) {
            throw new UncheckedIOException("starting PostgreSQL on port " + port, e);
        }
    }

    /** A new empty database with an owner of its own. */
    public Database database() {
        return database("test_" + databases.incrementAndGet());
    }

    /** @param name of the database, of its owner and of the owner's password */
    public Database database(String name) {
        try (Connection admin = server.getPostgresDatabase().getConnection();
                var statement = admin.createStatement()) {
            statement.execute(
                    "CREATE ROLE " + name + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '" + name + "'");
            statement.execute("CREATE DATABASE " + name + " OWNER " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("creating database " + name, e);
        }
        return new Database("jdbc:postgresql://127.0.0.1:" + port() + "/" + name, name, name);
    }

    public int port() {
        return server.getPort();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("stopping PostgreSQL on port " + port(), e);
        }
    }

    /** How to reach one database as its owner. */
    public record Database(String jdbcUrl, String user, String password) {
        /** @param schema where unqualified names are looked up; it need not be there yet */
        public String jdbcUrl(String schema) {
            return jdbcUrl + "?currentSchema=" + schema;
        }

        public Connection connect() throws SQLException {
            return DriverManager.getConnection(jdbcUrl, user, password);
        }
    }

    /** Starts when it is first touched. */
    private static final class Shared {
        static final Postgres SERVER = start();
    }
}
