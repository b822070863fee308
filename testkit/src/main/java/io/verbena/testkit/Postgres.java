package io.verbena.testkit;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.testcontainers.postgresql.PostgreSQLContainer;

/**
 * A real PostgreSQL server. It syncs its log as production does, because a test of commits that skips the sync tests
 * another database. Each {@link #database()} is empty and belongs to a role of its own that is no superuser, so that
 * privileges and row-level security count.
 */
public final class Postgres implements AutoCloseable {
    /** Of connections there are enough for several pools of services in one JVM; the server's own default is 100 too. */
    private static final Map<String, String> CONFIGURATION =
            Map.of("fsync", "on", "synchronous_commit", "on", "max_connections", "100");

    /** The name of the superuser, of its database and of its password. */
    private static final String ADMIN = "postgres";

    private final Server server;
    private final AtomicInteger databases = new AtomicInteger();

    private Postgres(Server server) {
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
        return new Postgres(Engines.start("PostgreSQL", () -> inContainer(port), () -> embedded(port)));
    }

    private static Server inContainer(int port) {
        var container = new PostgreSQLContainer("postgres:17")
                .withUsername(ADMIN)
                .withPassword(ADMIN)
                .withDatabaseName(ADMIN);
        var command = new ArrayList<>(List.of("postgres"));
        CONFIGURATION.forEach((name, value) -> command.addAll(List.of("-c", name + "=" + value)));
        container.withCommand(command.toArray(String[]::new));
        if (port != 0) {
            container.setPortBindings(List.of("127.0.0.1:" + port + ":" + PostgreSQLContainer.POSTGRESQL_PORT));
        }
        container.start();
        return new Server(container.getMappedPort(PostgreSQLContainer.POSTGRESQL_PORT), container::stop);
    }

    private static Server embedded(int port) {
        var builder = EmbeddedPostgres.builder().setPort(port);
        CONFIGURATION.forEach(builder::setServerConfig);
        try {
            EmbeddedPostgres started = builder.start();
            return new Server(started.getPort(), () -> stop(started));
        } catch (IOException e) {
            throw new UncheckedIOException("starting PostgreSQL on port " + port, e);
        }
    }

    private static void stop(EmbeddedPostgres started) {
        try {
            started.close();
        } catch (IOException e) {
            throw new UncheckedIOException("stopping PostgreSQL on port " + started.getPort(), e);
        }
    }

    /** A new empty database with an owner of its own. */
    public Database database() {
        return database("test_" + databases.incrementAndGet());
    }

    /** @param name of the database, of its owner and of the owner's password */
    public Database database(String name) {
        String adminUrl = "jdbc:postgresql://127.0.0.1:" + port() + "/" + ADMIN;
        try (Connection admin = DriverManager.getConnection(adminUrl, ADMIN, ADMIN);
                var statement = admin.createStatement()) {
            statement.execute(
                    "CREATE ROLE " + name + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '" + name + "'");
            statement.execute("CREATE DATABASE " + name + " OWNER " + name);
        } catch (SQLException e) {
            throw new IllegalStateException("creating database " + name, e);
        }
        return new Database("jdbc:postgresql://127.0.0.1:" + port() + "/" + name, name, name);
    }

    /** As if a backup of it had been restored beside it; nobody may be connected to the original. */
    public Database copyOf(Database original) {
        String name = original.user() + "_copy";
        String adminUrl = "jdbc:postgresql://127.0.0.1:" + port() + "/" + ADMIN;
        try (Connection admin = DriverManager.getConnection(adminUrl, ADMIN, ADMIN);
                var statement = admin.createStatement()) {
            statement.execute("CREATE DATABASE " + name + " TEMPLATE " + original.user() + " OWNER " + original.user());
        } catch (SQLException e) {
            throw new IllegalStateException("copying database " + original.user(), e);
        }
        return new Database("jdbc:postgresql://127.0.0.1:" + port() + "/" + name, original.user(), original.password());
    }

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.stop().run();
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
