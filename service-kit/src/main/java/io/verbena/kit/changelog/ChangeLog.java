package io.verbena.kit.changelog;

import io.verbena.contracts.change.ChangeMessage;
import io.verbena.contracts.change.ChangeType;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/** The log as readers see it: {@code pos > last ORDER BY pos}, dense above the floor. */
public final class ChangeLog {
    /** How long a reader may be away. */
    static final Duration RETENTION_AGE = Duration.ofHours(24);

    /** How many changes are kept at most, about 100 MB of them. */
    static final long RETENTION_COUNT = 100_000;

    /** How many changes wait for Kafka at most, about 1 GB of them: without a bound its absence would fill the disk. */
    static final long UNRELAYED_COUNT = 1_000_000;

    private final String service;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    ChangeLog(String service, JdbcClient jdbc, TransactionTemplate transaction) {
        this.service = service;
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /**
     * Where the log stands.
     *
     * @param pos the newest position, 0 before the first
     * @param floor the newest position that is no longer kept, 0 while all are
     */
    public record Head(UUID logId, long pos, long floor) {}

    public Head head() {
        return jdbc.sql("SELECT log_id, pos, floor FROM change_log")
                .query((row, number) -> head(row))
                .single();
    }

    /**
     * Where the current transaction's snapshot stands in the log.
     *
     * @param head that it sees
     * @param snapshot as PostgreSQL writes it
     * @param unsequenced how many changes it sees that have no position yet; they will be above the head
     */
    public record Mark(Head head, String snapshot, long unsequenced) {}

    /** To be read in the REPEATABLE READ transaction that reads the objects, so that all are of one snapshot. */
    public Mark mark() {
        return jdbc.sql("""
                        SELECT log_id, pos, floor, pg_current_snapshot()::text AS snapshot,
                            (SELECT count(*) FROM outbox) AS unsequenced
                        FROM change_log
                        """)
                .query((row, number) -> new Mark(head(row), row.getString("snapshot"), row.getLong("unsequenced")))
                .single();
    }

    /** Up to {@code limit} changes after {@code pos}, in order. */
    public List<ChangeMessage> after(long pos, int limit) {
        return jdbc.sql("""
                        SELECT c.*, h.log_id FROM change c CROSS JOIN change_log h
                        WHERE c.pos > ? ORDER BY c.pos LIMIT ?
                        """)
                .params(pos, limit)
                .query((row, number) -> message(row))
                .list();
    }

    /** A change, and whether a snapshot shows what it did. */
    public record Compared(ChangeMessage change, boolean shown) {}

    /** As {@link #after(long, int)}, held against the snapshot of a {@link Mark}. */
    public List<Compared> after(long pos, int limit, String snapshot) {
        return jdbc.sql("""
                        SELECT c.*, h.log_id, pg_visible_in_snapshot(c.xid, ?::pg_snapshot) AS shown
                        FROM change c CROSS JOIN change_log h
                        WHERE c.pos > ? ORDER BY c.pos LIMIT ?
                        """)
                .params(snapshot, pos, limit)
                .query((row, number) -> new Compared(message(row), row.getBoolean("shown")))
                .list();
    }

    private static Head head(ResultSet row) throws SQLException {
        return new Head(row.getObject("log_id", UUID.class), row.getLong("pos"), row.getLong("floor"));
    }

    private ChangeMessage message(ResultSet row) throws SQLException {
        return new ChangeMessage(
                service,
                row.getObject("log_id", UUID.class),
                row.getLong("pos"),
                row.getString("object_type"),
                row.getString("object_id"),
                row.getLong("version"),
                row.getString("tenant_path"),
                ChangeType.valueOf(row.getString("type")),
                row.getString("body"));
    }

    /** Age in seconds of the oldest change that did not reach Kafka yet; 0 when all did. */
    double oldestUnrelayedSeconds() {
        return jdbc.sql("""
                        SELECT coalesce(extract(epoch FROM clock_timestamp() - least(
                            (SELECT at FROM outbox ORDER BY id LIMIT 1),
                            (SELECT at FROM change WHERE pos > (SELECT pos FROM change_cursor WHERE name = 'kafka')
                             ORDER BY pos LIMIT 1))), 0)
                        """).query(Double.class).single();
    }

    /**
     * Removes what is too old or too much from the log's low end, but nothing that a cursor has yet to pass. What is kept
     * stays dense, though times need not follow positions.
     */
    int trim(Duration maxAge, long maxCount) {
        return transaction.execute(status -> {
            long cut = jdbc.sql("""
                            SELECT least(
                                (SELECT min(pos) FROM change_cursor),
                                greatest(h.pos - :count, coalesce(
                                    (SELECT min(pos) - 1 FROM change WHERE at >= now() - make_interval(secs => :age)),
                                    h.pos)))
                            FROM change_head h FOR UPDATE
                            """)
                    .param("count", maxCount)
                    .param("age", maxAge.toSeconds())
                    .query(Long.class)
                    .single();
            int removed =
                    jdbc.sql("DELETE FROM change WHERE pos <= ?").param(cut).update();
            if (removed > 0) {
                jdbc.sql("UPDATE change_head SET floor = ?").param(cut).update();
            }
            return removed;
        });
    }

    /**
     * Gives up what waits for Kafka when it is more than {@code maxCount}, down to the newest {@code keep}. The log gets
     * another id then: consumers of any partition see it with their next message and read their lists anew.
     *
     * @param keep well below the maximum, so that a long absence costs few ids
     * @return how many changes will not reach Kafka
     */
    long giveUpUnrelayed(long maxCount, long keep) {
        return transaction.execute(status -> {
            // The cursor first, as a relay may hold it for long: nobody is to wait for the head meanwhile.
            long cursor = jdbc.sql("SELECT min(pos) FROM (SELECT pos FROM change_cursor FOR UPDATE) locked")
                    .query(Long.class)
                    .single();
            long head = head().pos();
            if (head - cursor <= maxCount) {
                return 0L;
            }
            jdbc.sql("UPDATE change_cursor SET pos = greatest(pos, ?)")
                    .param(head - keep)
                    .update();
            jdbc.sql("UPDATE change_head SET log_id = gen_random_uuid()").update();
            return head - keep - cursor;
        });
    }
}
