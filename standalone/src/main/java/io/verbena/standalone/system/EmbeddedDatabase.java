package io.verbena.standalone.system;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A PostgreSQL server of this process, in a folder of its own, that syncs each commit as a production server does. The
 * services use a role that is no superuser, so that privileges count.
 */
final class EmbeddedDatabase implements AutoCloseable {
    /** Of the database, and of the role that owns it. */
    static final String NAME = "verbena";

    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final EmbeddedPostgres server;

    private EmbeddedDatabase(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * @param data the server's data folder; made here, removed by its owner
     * @param port where it listens, free
     * @param password of the role that owns the database
     */
    static EmbeddedDatabase start(Path data, int port, String password) throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                // Shutdown hooks run side by side; the services must have closed before their database does.
                .setRegisterShutdownHook(false)
                .setPGStartupWait(START_LIMIT)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("listen_addresses", "127.0.0.1")
                .start();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            // Made up by us: hex digits, no quoting needed.
            statement.execute(
                    "CREATE ROLE " + NAME + " LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD '" + password + "'");
            statement.execute("CREATE DATABASE " + NAME + " OWNER " + NAME);
        } catch (SQLException e) {
            server.close();
            throw e;
        }
        return new EmbeddedDatabase(server);
    }

    String address() {
        return "127.0.0.1:" + server.getPort();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
