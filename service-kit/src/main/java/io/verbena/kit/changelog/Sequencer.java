package io.verbena.kit.changelog;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Gives committed outbox rows their positions. The lock on the head's row is held from before the outbox is read until the
 * commit, so that positions become visible in their order and without gaps; a row that is not committed yet simply gets a
 * later one.
 */
public final class Sequencer {
    static final int BATCH = 1000;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    /** @param transaction READ COMMITTED: the second statement must see what was committed while the first one waited */
    Sequencer(JdbcClient jdbc, TransactionTemplate transaction) {
        this.jdbc = jdbc;
        this.transaction = transaction;
    }

    /**
     * Moves up to {@value #BATCH} rows.
     *
     * @return how many; fewer than {@value #BATCH} when the outbox was emptied
     */
    int sequence() {
        // Locking a row writes to the log and syncs it; an idle service should not do that twenty times a second.
        if (!jdbc.sql("SELECT EXISTS (SELECT 1 FROM outbox)")
                .query(Boolean.class)
                .single()) {
            return 0;
        }
        return transaction.execute(status -> {
            jdbc.sql("SELECT pos FROM change_head FOR UPDATE").query(Long.class).single();
            return jdbc.sql("""
                            WITH b AS (
                                DELETE FROM outbox
                                WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT :batch)
                                RETURNING *),
                            n AS (SELECT b.*, row_number() OVER (ORDER BY id) AS k FROM b),
                            h AS (UPDATE change_head SET pos = pos + (SELECT count(*) FROM n) RETURNING pos)
                            INSERT INTO change
                                (pos, xid, at, object_type, object_id, version, tenant_path, type, body)
                            SELECT h.pos - (SELECT count(*) FROM n) + n.k,
                                n.xid, n.at, n.object_type, n.object_id, n.version, n.tenant_path, n.type, n.body
                            FROM n, h
                            """).param("batch", BATCH).update();
        });
    }
}
