package io.verbena.kit.changelog;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.verbena.testkit.Postgres;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Concurrent writers, and three ways to read what they write. Reading by the outbox's own id loses changes; reading by
 * transaction id, up to the oldest that still runs, gives one object's changes in the wrong order; positions drawn after
 * the commit do neither.
 */
class ChangeLogTrialIT {
    private static final long SEED = 20261129;
    private static final int WRITERS = 8;
    private static final int TRANSACTIONS_EACH = 200;
    private static final int OBJECTS = 12;

    /** One change of one object. */
    record Seen(int object, long version) {}

    @Test
    void oursLosesAndReordersNothingWhereBothSimplerReadersFail() throws Exception {
        Postgres.Database database = Postgres.shared().database();
        try (var pool = new HikariDataSource();
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.setJdbcUrl(database.jdbcUrl());
            pool.setUsername(database.user());
            pool.setPassword(database.password());
            pool.setMaximumPoolSize(WRITERS + 6);
            prepare(pool);
            var jdbc = JdbcClient.create(pool);
            var transaction = new TransactionTemplate(new JdbcTransactionManager(pool));
            var sequencer = new Sequencer(jdbc, transaction);
            var log = new ChangeLog("trial", jdbc, transaction);
            var written = new AtomicBoolean();
            var sequenced = new AtomicBoolean();

            Future<List<Seen>> byId = threads.submit(() -> read(written, () -> byId(jdbc), new ArrayList<>()));
            Future<List<Seen>> byXid = threads.submit(() -> read(written, () -> byXid(jdbc), new ArrayList<>()));
            Future<List<Seen>> byPos = threads.submit(() -> read(sequenced, () -> byPos(log), new ArrayList<>()));
            // Two sequencers, as with two replicas of a service.
            List<Future<?>> sequencers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                sequencers.add(threads.submit(() -> {
                    while (!written.get() || sequencer.sequence() > 0) {
                        sequencer.sequence();
                    }
                    return null;
                }));
            }
            Set<Seen> committed = ConcurrentHashMap.newKeySet();
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                var random = new SplittableRandom(SEED + writer);
                writers.add(threads.submit(() -> write(pool, random, committed)));
            }
            for (Future<?> writer : writers) {
                writer.get(60, TimeUnit.SECONDS);
            }
            written.set(true);
            for (Future<?> each : sequencers) {
                each.get(30, TimeUnit.SECONDS);
            }
            sequenced.set(true);

            assertThat(lost(committed, byPos.get(30, TimeUnit.SECONDS))).isEmpty();
            assertThat(reordered(byPos.get())).isZero();
            assertThat(byPos.get()).hasSameSizeAs(committed);
            assertThat(log.head().pos()).isEqualTo(committed.size());
            assertThat(lost(committed, byId.get(30, TimeUnit.SECONDS)))
                    .as("seed %d: a reader by id was expected to lose changes", SEED)
                    .isNotEmpty();
            assertThat(lost(committed, byXid.get(30, TimeUnit.SECONDS))).isEmpty();
            assertThat(reordered(byXid.get()))
                    .as("seed %d: a reader by transaction id was expected to reorder changes", SEED)
                    .isPositive();
        }
    }

    private static void prepare(HikariDataSource pool) {
        Flyway.configure()
                .dataSource(pool)
                .locations("classpath:db/migration/kit")
                .load()
                .migrate();
        var jdbc = JdbcClient.create(pool);
        jdbc.sql("CREATE TABLE object (id int PRIMARY KEY, version bigint NOT NULL DEFAULT 0)")
                .update();
        jdbc.sql("INSERT INTO object (id) SELECT generate_series(0, ?)")
                .param(OBJECTS - 1)
                .update();
        // What the simpler readers read: the outbox, if nobody emptied it.
        jdbc.sql("CREATE TABLE kept (LIKE outbox INCLUDING ALL)").update();
    }

    private static Object write(HikariDataSource pool, SplittableRandom random, Set<Seen> committed)
            throws SQLException {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            for (int i = 0; i < TRANSACTIONS_EACH; i++) {
                if (random.nextInt(3) == 0) {
                    // Something else is written first, and draws the transaction's id.
                    run(connection, "SELECT pg_current_xact_id()");
                    work(connection, random);
                }
                int object = random.nextInt(OBJECTS);
                long version = run(
                        connection,
                        "UPDATE object SET version = version + 1 WHERE id = " + object + " RETURNING version");
                for (String table : List.of("outbox", "kept")) {
                    run(
                            connection,
                            "INSERT INTO " + table + " (object_type, object_id, version, tenant_path, type, body)"
                                    + " VALUES ('object', '" + object + "', " + version
                                    + ", '', 'MODIFIED', '{}') RETURNING id");
                }
                work(connection, random);
                if (random.nextInt(20) == 0) {
                    connection.rollback();
                } else {
                    connection.commit();
                    committed.add(new Seen(object, version));
                }
            }
            return committed;
        }
    }

    /** The rest of a transaction takes its time, sometimes. */
    private static void work(Connection connection, SplittableRandom random) throws SQLException {
        if (random.nextInt(4) == 0) {
            run(connection, "SELECT count(*) FROM generate_series(1, " + random.nextInt(20_000) + ")");
        }
    }

    private static long run(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1).isEmpty() ? 0 : rows.getLong(1);
        }
    }

    /** Reads on until all is written and a further round finds nothing. */
    private static List<Seen> read(AtomicBoolean written, Callable<Callable<List<Seen>>> reader, List<Seen> seen)
            throws Exception {
        Callable<List<Seen>> next = reader.call();
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        int emptyRounds = 0;
        while (emptyRounds < 20 && System.nanoTime() - deadlineNs < 0) {
            boolean end = written.get();
            List<Seen> batch = next.call();
            seen.addAll(batch);
            emptyRounds = end && batch.isEmpty() ? emptyRounds + 1 : 0;
        }
        return seen;
    }

    private static Callable<List<Seen>> byId(JdbcClient jdbc) {
        long[] last = {0};
        return () -> jdbc.sql("SELECT id, object_id, version FROM kept WHERE id > ? ORDER BY id LIMIT 500")
                .param(last[0])
                .query((row, number) -> {
                    last[0] = row.getLong("id");
                    return new Seen(row.getInt("object_id"), row.getLong("version"));
                })
                .list();
    }

    private static Callable<List<Seen>> byXid(JdbcClient jdbc) {
        long[] last = {0, 0};
        return () -> jdbc.sql("""
                        SELECT xid::text::bigint AS x, id, object_id, version FROM kept
                        WHERE (xid, id) > (?::text::xid8, ?) AND xid < pg_snapshot_xmin(pg_current_snapshot())
                        ORDER BY xid, id LIMIT 500
                        """)
                .params(Long.toString(last[0]), last[1])
                .query((row, number) -> {
                    last[0] = row.getLong("x");
                    last[1] = row.getLong("id");
                    return new Seen(row.getInt("object_id"), row.getLong("version"));
                })
                .list();
    }

    private static Callable<List<Seen>> byPos(ChangeLog log) {
        long[] last = {0};
        return () -> {
            var batch = new ArrayList<Seen>();
            for (var change : log.after(last[0], 500)) {
                assertThat(change.pos()).isEqualTo(last[0] + 1);
                last[0] = change.pos();
                batch.add(new Seen(Integer.parseInt(change.objectId()), change.version()));
            }
            return batch;
        };
    }

    private static Set<Seen> lost(Set<Seen> committed, List<Seen> seen) {
        var lost = new HashSet<>(committed);
        seen.forEach(lost::remove);
        return lost;
    }

    private static int reordered(List<Seen> seen) {
        Map<Integer, Long> newest = new HashMap<>();
        int reordered = 0;
        for (Seen change : seen) {
            Long before = newest.put(change.object(), change.version());
            if (before != null && before >= change.version()) {
                reordered++;
            }
        }
        return reordered;
    }
}
