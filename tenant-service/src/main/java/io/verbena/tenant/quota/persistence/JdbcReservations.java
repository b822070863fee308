package io.verbena.tenant.quota.persistence;

import io.verbena.contracts.Resource;
import io.verbena.contracts.quota.ReservationState;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Reservation;
import io.verbena.tenant.quota.model.Reservations;
import io.verbena.tenant.quota.model.ReserveCommand;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reservations in their two tables. All times are the database's: one clock decides what is overdue. */
@Repository
class JdbcReservations implements Reservations {
    /**
     * The outer query judges the clock: its inner one has by then waited for the lock. {@code now()} would be the start of
     * the transaction, and a clock read inside would be from before the wait.
     */
    private static final String READ = """
            SELECT held.*, held.state = 'RESERVED' AND held.expires_at <= clock_timestamp() AS overdue,
                   (SELECT array_agg(resource ORDER BY resource) FROM reservation_amount
                    WHERE operation_id = held.operation_id) AS resources,
                   (SELECT array_agg(amount ORDER BY resource) FROM reservation_amount
                    WHERE operation_id = held.operation_id) AS amounts
            FROM (SELECT * FROM reservation %s) AS held
            """;

    private static final String FIND = READ.formatted("WHERE operation_id = :operation");
    private static final String LOCK = READ.formatted("WHERE operation_id = :operation FOR UPDATE");
    private static final String LOCK_OVERDUE = READ.formatted("""
            WHERE state = 'RESERVED' AND expires_at <= clock_timestamp()
            ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED""");
    private static final String LIVE = READ.formatted("""
            WHERE node_id = :node AND state IN ('RESERVED', 'COMMITTED')
              AND (:after::uuid IS NULL OR operation_id > :after::uuid)
            ORDER BY operation_id LIMIT :limit""") + " ORDER BY held.operation_id";

    private final JdbcClient jdbc;

    JdbcReservations(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public Optional<Reservation> insert(ReserveCommand command, Account tenant) {
        int inserted = jdbc.sql("""
                        INSERT INTO reservation
                            (operation_id, node_id, tenant, tenant_path, state, ttl_seconds, expires_at, version, changed_at)
                        VALUES (:operation, :node, :tenant, :path, 'RESERVED', :ttl,
                                clock_timestamp() + make_interval(secs => :ttl), 1, clock_timestamp())
                        ON CONFLICT (operation_id) DO NOTHING
                        """)
                .param("operation", command.operationId())
                .param("node", tenant.nodeId())
                .param("tenant", tenant.tenant())
                .param("path", tenant.path())
                .param("ttl", command.ttlSeconds())
                .update();
        if (inserted == 0) {
            return Optional.empty();
        }
        insertAmounts(command.operationId(), command.amounts());
        return find(command.operationId());
    }

    @Override
    public Optional<Reservation> find(UUID operationId) {
        return one(FIND, operationId);
    }

    @Override
    public Optional<Reservation> lock(UUID operationId) {
        return one(LOCK, operationId);
    }

    @Override
    public Optional<Reservation> lockOverdue() {
        return jdbc.sql(LOCK_OVERDUE).query((row, number) -> reservation(row)).optional();
    }

    @Override
    public Reservation move(Reservation locked, ReservationState to) {
        jdbc.sql("""
                        UPDATE reservation
                        SET state = :state, version = version + 1, changed_at = clock_timestamp(),
                            expires_at = CASE WHEN :state = 'RESERVED'
                                              THEN clock_timestamp() + make_interval(secs => ttl_seconds) END
                        WHERE operation_id = :operation
                        """)
                .param("state", to.name())
                .param("operation", locked.operationId())
                .update();
        return find(locked.operationId()).orElseThrow();
    }

    @Override
    public Reservation reduce(Reservation locked, Amounts remaining) {
        jdbc.sql("DELETE FROM reservation_amount WHERE operation_id = :operation")
                .param("operation", locked.operationId())
                .update();
        insertAmounts(locked.operationId(), remaining);
        return move(locked, locked.state());
    }

    @Override
    public List<Reservation> live(UUID tenantNodeId, @Nullable UUID after, int limit) {
        return jdbc.sql(LIVE)
                .param("node", tenantNodeId)
                .param("after", after)
                .param("limit", limit)
                .query((row, number) -> reservation(row))
                .list();
    }

    @Override
    public int forgetEnded(Duration age, int limit) {
        return jdbc.sql("""
                        DELETE FROM reservation WHERE operation_id IN (
                            SELECT operation_id FROM reservation
                            WHERE state IN ('RELEASED', 'RETURNED', 'EXPIRED')
                              AND changed_at < clock_timestamp() - make_interval(secs => :age)
                            ORDER BY changed_at LIMIT :limit FOR UPDATE SKIP LOCKED)
                        """).param("age", age.toSeconds()).param("limit", limit).update();
    }

    private void insertAmounts(UUID operationId, Amounts amounts) {
        Map<Resource, Long> byResource = amounts.byResource();
        jdbc.sql("""
                        INSERT INTO reservation_amount (operation_id, resource, amount)
                        SELECT :operation, asked.resource, asked.amount
                        FROM unnest(:resources::text[], :amounts::bigint[]) AS asked (resource, amount)
                        """)
                .param("operation", operationId)
                .param(
                        "resources",
                        byResource.keySet().stream().map(Resource::name).toArray(String[]::new))
                .param("amounts", byResource.values().toArray(Long[]::new))
                .update();
    }

    private Optional<Reservation> one(String sql, UUID operationId) {
        return jdbc.sql(sql)
                .param("operation", operationId)
                .query((row, number) -> reservation(row))
                .optional();
    }

    private static Reservation reservation(ResultSet row) throws SQLException {
        OffsetDateTime expiresAt = row.getObject("expires_at", OffsetDateTime.class);
        return new Reservation(
                row.getObject("operation_id", UUID.class),
                row.getObject("node_id", UUID.class),
                row.getString("tenant"),
                row.getString("tenant_path"),
                new Amounts(amounts(row.getArray("resources"), row.getArray("amounts"))),
                ReservationState.valueOf(row.getString("state")),
                row.getInt("ttl_seconds"),
                expiresAt == null ? null : expiresAt.toInstant(),
                row.getBoolean("overdue"),
                row.getLong("version"));
    }

    private static Map<Resource, Long> amounts(Array resources, Array amounts) throws SQLException {
        var names = (String[]) resources.getArray();
        var numbers = (Long[]) amounts.getArray();
        var byResource = new EnumMap<Resource, Long>(Resource.class);
        for (int i = 0; i < names.length; i++) {
            byResource.put(Resource.valueOf(names[i]), numbers[i]);
        }
        return byResource;
    }
}
