package io.verbena.kit.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.testkit.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class RestoredLogIT {
    private static final String SCHEMA = "sample";

    @Test
    void aLogThatWasRestoredElsewhereIsAnotherOneAtTheSamePosition() throws Exception {
        Postgres.Database original = Postgres.shared().database();
        Flyway.configure()
                .dataSource(original.jdbcUrl(SCHEMA), original.user(), original.password())
                .defaultSchema(SCHEMA)
                .locations("classpath:db/migration/kit")
                .load()
                .migrate();
        UUID before = logId(original, "UPDATE change_head SET pos = 7");
        UUID again = logId(original, "SELECT 1");
        UUID restored = logId(Postgres.shared().copyOf(original), "SELECT 1");
        assertThat(again).isEqualTo(before);
        assertThat(restored).isNotEqualTo(before);
    }

    /** Of the log at position 7. */
    private static UUID logId(Postgres.Database database, String first) throws SQLException {
        try (Connection connection = database.connect();
                var statement = connection.createStatement()) {
            statement.execute("SET search_path TO " + SCHEMA);
            statement.execute(first);
            try (var row = statement.executeQuery("SELECT log_id FROM change_log WHERE pos = 7")) {
                assertThat(row.next()).isTrue();
                return row.getObject(1, UUID.class);
            }
        }
    }
}
