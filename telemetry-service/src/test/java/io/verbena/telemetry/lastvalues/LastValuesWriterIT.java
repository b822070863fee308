package io.verbena.telemetry.lastvalues;

import static io.verbena.telemetry.Batches.batch;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.telemetry.lastvalues.LastValues.NicValues;
import io.verbena.testkit.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** What waits for the database, and for how long. */
class LastValuesWriterIT {
    private final Postgres.Database own = Postgres.shared().database();
    private final Limited database = new Limited();
    private final LastValues values = new LastValues(
            JdbcClient.create(database),
            new TransactionTemplate(new JdbcTransactionManager(database)),
            JsonMapper.shared(),
            Duration.ofMinutes(1),
            Duration.ofDays(1));
    private long nowNs;
    private final LastValuesWriter writer = new LastValuesWriter(values, () -> nowNs);

    /** Gives so many connections and no more. */
    private final class Limited extends DriverManagerDataSource {
        private int left = Integer.MAX_VALUE;

        Limited() {
            super(own.jdbcUrl("telemetry"), own.user(), own.password());
        }

        @Override
        public Connection getConnection() throws SQLException {
            if (left-- <= 0) {
                throw new SQLException("the database is away");
            }
            return super.getConnection();
        }
    }

    @BeforeEach
    void migrate() {
        Flyway.configure()
                .dataSource(database)
                .defaultSchema("telemetry")
                .locations("classpath:db/migration/telemetry")
                .load()
                .migrate();
    }

    @Test
    void whatWaitsIsWrittenAtTheEnd() {
        accept("nic-a", 1);
        writer.close();
        assertThat(values.nic("nic-a")).isPresent();
    }

    @Test
    void theLagIsThatOfTheOldestValueThatIsNotWritten() {
        for (int nic = 0; nic < 40; nic++) {
            accept("nic-" + nic, 1);
        }
        nowNs += TimeUnit.SECONDS.toNanos(10);
        accept("nic-39", 2);
        database.left = 1;
        writer.write();
        assertThat(writer.lagSeconds()).isEqualTo(10);

        database.left = Integer.MAX_VALUE;
        writer.write();
        assertThat(writer.lagSeconds()).isZero();
    }

    @Test
    void valuesBeyondTheBoundAreCounted() {
        for (int nic = 0; nic <= LastValuesWriter.MAX_NICS; nic++) {
            accept("nic-" + nic, 1);
        }
        accept("nic-0", 2);
        assertThat(writer.refused()).isEqualTo(1);
    }

    private void accept(String nic, long sequence) {
        writer.accept(new NicValues(batch(nic, new UUID(1, 1), sequence), Map.of()));
    }
}
