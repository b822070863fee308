package io.verbena.sriov.vf.persistence;

import io.verbena.sriov.vf.model.Happening;
import io.verbena.sriov.vf.model.VfHistory;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** One table, a row for each thing that happened and not for each time. */
@Repository
class JdbcVfHistory implements VfHistory {
    private static final Duration RETENTION_AGE = Duration.ofDays(7);

    /** Some 50 MB of them. */
    private static final long RETENTION_COUNT = 100_000;

    private static final int MAX_MESSAGE = 1000;
    private static final String ITSELF = "sriov-manager";

    private final JdbcClient jdbc;

    JdbcVfHistory(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    @Transactional
    public void record(VirtualFunction vf, Happening happening) {
        String message = happening.message();
        jdbc.sql("""
                        INSERT INTO vf_event (vf, tenant, vf_name, kind, reason, message, actor)
                        VALUES (:vf, :tenant, :name, :kind, :reason, :message, :actor)
                        ON CONFLICT (vf, reason, actor, md5(message))
                        DO UPDATE SET count = vf_event.count + 1, last_seen = clock_timestamp()
                        """)
                .param("vf", vf.uid())
                .param("tenant", vf.tenant())
                .param("name", vf.name())
                .param("kind", happening.kind().name())
                .param("reason", happening.reason())
                .param("message", message.length() <= MAX_MESSAGE ? message : message.substring(0, MAX_MESSAGE))
                .param("actor", actor())
                .update();
    }

    private static String actor() {
        Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        return caller == null ? ITSELF : caller.getName();
    }

    @Override
    public List<Entry> page(@Nullable String tenant, @Nullable String vf, @Nullable Place after, int limit) {
        return jdbc.sql("""
                        SELECT * FROM vf_event
                        WHERE (:tenant::text IS NULL OR tenant = :tenant)
                          AND (:vf::text IS NULL OR vf_name = :vf OR vf::text = :vf)
                          AND (:id::bigint IS NULL OR (last_seen, id) < (:lastSeen::timestamptz, :id::bigint))
                        ORDER BY last_seen DESC, id DESC LIMIT :limit
                        """)
                .param("tenant", tenant)
                .param("vf", vf)
                .param("id", after == null ? null : after.id())
                .param("lastSeen", after == null ? null : Timestamp.from(after.lastSeen()))
                .param("limit", limit)
                .query((row, number) -> entry(row))
                .list();
    }

    private static Entry entry(ResultSet row) throws SQLException {
        return new Entry(
                row.getLong("id"),
                row.getObject("vf", UUID.class),
                row.getString("tenant"),
                row.getString("vf_name"),
                new Happening(
                        Happening.Kind.valueOf(row.getString("kind")),
                        row.getString("reason"),
                        row.getString("message")),
                row.getString("actor"),
                row.getLong("count"),
                row.getTimestamp("first_seen").toInstant(),
                row.getTimestamp("last_seen").toInstant());
    }

    @Override
    public int trim() {
        return jdbc.sql("""
                        DELETE FROM vf_event WHERE last_seen < now() - make_interval(secs => :age) OR id IN (
                            SELECT id FROM vf_event ORDER BY last_seen DESC, id DESC OFFSET :count)
                        """)
                .param("age", RETENTION_AGE.toSeconds())
                .param("count", RETENTION_COUNT)
                .update();
    }
}
