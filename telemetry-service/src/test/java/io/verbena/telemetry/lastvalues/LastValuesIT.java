package io.verbena.telemetry.lastvalues;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.telemetry.Batches;
import io.verbena.telemetry.lastvalues.LastValues.FunctionValues;
import io.verbena.telemetry.lastvalues.LastValues.NicValues;
import io.verbena.testkit.Postgres;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** What is kept of samples that come in any order. */
class LastValuesIT {
    private static final UUID BOOT = new UUID(1, 1);
    private static final UUID NEXT_BOOT = new UUID(1, 2);
    private static final UUID BLUE = new UUID(2, 1);

    private static DriverManagerDataSource database;
    private final LastValues values = values(Duration.ofMinutes(1));

    @BeforeAll
    static void migrate() {
        Postgres.Database own = Postgres.shared().database();
        database = new DriverManagerDataSource(own.jdbcUrl("telemetry"), own.user(), own.password());
        Flyway.configure()
                .dataSource(database)
                .defaultSchema("telemetry")
                .locations("classpath:db/migration/telemetry")
                .load()
                .migrate();
    }

    @Test
    void anOlderSampleNeverTakesTheNewersPlace() {
        write(batch("order", BOOT, 5, function(BLUE, "order-a", "blue", 5)));
        assertThat(write(batch("order", BOOT, 4, function(BLUE, "order-a", "blue", 4))))
                .isEmpty();
        assertThat(write(batch("order", BOOT, 5, function(BLUE, "order-a", "blue", 6))))
                .isEmpty();
        assertThat(bytes("order-a")).isEqualTo(5);

        write(at(100, batch("order", NEXT_BOOT, 1, function(BLUE, "order-a", "blue", 1))));
        assertThat(bytes("order-a")).isEqualTo(1);
        assertThat(write(batch("order", BOOT, 6, function(BLUE, "order-a", "blue", 7))))
                .isEmpty();
        assertThat(bytes("order-a")).isEqualTo(1);
    }

    @Test
    void aNicThatComesBackWithItsClockSetBackIsTakenAtItsWordAfterAWhile() {
        write(batch("clock", BOOT, 5, function(BLUE, "clock-a", "blue", 5)));
        CounterBatch back = at(-1000, batch("clock", NEXT_BOOT, 1, function(BLUE, "clock-a", "blue", 1)));
        assertThat(write(back)).isEmpty();
        assertThat(values(Duration.ZERO).write(List.of(new NicValues(back, Map.of()))))
                .containsExactly("clock");
        assertThat(bytes("clock-a")).isEqualTo(1);
    }

    @Test
    void ofAFunctionThatMovedTheNewPlaceIsShown() {
        write(batch("from", BOOT, 1, function(BLUE, "moved", "blue", 5)));
        write(batch("to", BOOT, 1, function(BLUE, "moved", "blue", 1)));
        assertThat(values.function("blue", "moved").map(found -> found.sample().nic()))
                .contains("to");
        assertThat(values.function("red", "moved")).isEmpty();
    }

    @Test
    void aFunctionIsThereWhileItsNicHasIt() {
        UUID red = new UUID(2, 2);
        write(batch("nic", BOOT, 1, function(BLUE, "gone", "blue", 5), function(red, "stays", "red", 5)));
        values.write(List.of(new NicValues(
                batch("nic", BOOT, 2, function(red, "stays", "red", 7)), Map.of(red, Map.of("transmit_bytes", 2.0)))));
        assertThat(values.function("blue", "gone")).isEmpty();
        assertThat(values.nic("nic")).hasValueSatisfying(nic -> {
            assertThat(nic.sample().bootId()).isEqualTo(BOOT);
            assertThat(nic.sample().sampledAt()).isEqualTo(Batches.START.plusSeconds(2));
            assertThat(nic.port()).containsEntry("dropped_packets_bad_icrc", 3L);
            assertThat(nic.functions())
                    .singleElement()
                    .extracting(FunctionValues::function, FunctionValues::ratesPerSecond)
                    .containsExactly(function(red, "stays", "red", 7), Map.of("transmit_bytes", 2.0));
        });
        assertThat(values.nic("other")).isEmpty();
    }

    @Test
    void aNicMayHaveNoFunctionsOrSayANameTwice() {
        write(batch("odd", BOOT, 1));
        assertThat(values.nic("odd").orElseThrow().functions()).isEmpty();
        FunctionCounters twice = function(BLUE, "twice", "blue", 5);
        write(batch("odd", BOOT, 2, twice, twice));
        assertThat(values.nic("odd").orElseThrow().functions()).hasSize(1);
    }

    @Test
    void aSilentNicIsForgotten() {
        write(batch("silent", BOOT, 1, function(BLUE, "silent-a", "blue", 5)));
        values.forget();
        assertThat(values.nic("silent")).isPresent();
        JdbcClient.create(database)
                .sql("UPDATE nic_sample SET seen_at = now() - interval '2 days' WHERE nic = 'silent'")
                .update();
        assertThat(values.forget()).isEqualTo(1);
        assertThat(values.nic("silent")).isEmpty();
        assertThat(values.function("blue", "silent-a")).isEmpty();
    }

    private static LastValues values(Duration keep) {
        return new LastValues(
                JdbcClient.create(database),
                new TransactionTemplate(new JdbcTransactionManager(database)),
                JsonMapper.shared(),
                keep,
                Duration.ofDays(1));
    }

    private Iterable<String> write(CounterBatch... batches) {
        return values.write(Arrays.stream(batches)
                .map(batch -> new NicValues(batch, Map.of()))
                .toList());
    }

    private static CounterBatch at(long seconds, CounterBatch batch) {
        Instant sampledAt = Batches.START.plusSeconds(seconds);
        return new CounterBatch(
                batch.nic(),
                batch.host(),
                batch.bootId(),
                batch.sequence(),
                sampledAt,
                batch.port(),
                batch.functions());
    }

    private long bytes(String vf) {
        return values.function("blue", vf).orElseThrow().function().counters().get("transmit_bytes");
    }
}
