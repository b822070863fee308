package io.verbena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class PostgresIT {
    @Test
    void syncsItsLogAndTheOwnerIsNoSuperuser() throws SQLException {
        try (Connection connection = Postgres.shared().database().connect()) {
            assertThat(single(connection, "SHOW fsync")).isEqualTo("on");
            assertThat(single(connection, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(single(connection, "SELECT rolsuper::text FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo("false");
        }
    }

    @Test
    void eachDatabaseIsItsOwn() throws SQLException {
        Postgres.Database first = Postgres.shared().database();
        Postgres.Database second = Postgres.shared().database();
        try (Connection connection = first.connect()) {
            connection.createStatement().execute("CREATE TABLE mine (id int)");
        }
        try (Connection connection = second.connect()) {
            assertThat(single(connection, "SELECT coalesce(to_regclass('mine')::text, 'none')"))
                    .isEqualTo("none");
        }
    }

    private static String single(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
