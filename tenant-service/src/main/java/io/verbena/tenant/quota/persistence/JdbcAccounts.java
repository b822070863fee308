package io.verbena.tenant.quota.persistence;

import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Accounts;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Charge;
import io.verbena.tenant.quota.model.Limits;
import io.verbena.tenant.quota.model.LimitsChange;
import io.verbena.tenant.quota.model.Line;
import io.verbena.tenant.quota.model.NodeLine;
import io.verbena.tenant.quota.model.NodeQuota;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * The ledger's lines. A statement locks the lines of its one node in the order of their names before it changes any of them,
 * so two of them never wait for each other in a circle.
 */
@Repository
class JdbcAccounts implements Accounts {
    /**
     * The locked lines, each with its amount and whether it admits it. A lock that had to be waited for is held on the row as
     * it is then, and what is selected is computed from that (READ COMMITTED).
     */
    private static final String LOCKED_LINES = """
            WITH asked AS (
                SELECT line.resource, ask.amount,
                       line.used + line.reserved + line.leased + ask.amount <= coalesce(line.max_amount, %d) AS admitted
                FROM quota_line line
                JOIN unnest(:resources::text[], :amounts::bigint[]) AS ask (resource, amount)
                  ON ask.resource = line.resource
                WHERE line.node_id = :node
                ORDER BY line.resource
                FOR UPDATE OF line
            )
            """.formatted(Amounts.MAX);

    private static final String RESERVE = LOCKED_LINES + """
            UPDATE quota_line line SET reserved = line.reserved + asked.amount, charges = line.charges + 1
            FROM asked
            WHERE line.node_id = :node AND line.resource = asked.resource
              AND (SELECT bool_and(admitted) FROM asked)
            """;

    private static final String APPLY = LOCKED_LINES + """
            UPDATE quota_line line
            SET reserved = line.reserved + :reservedTimes * asked.amount,
                used = line.used + :usedTimes * asked.amount,
                charges = line.charges + 1
            FROM asked
            WHERE line.node_id = :node AND line.resource = asked.resource
            """;

    private static final JsonMapper JSON = JsonMapper.shared();

    private static final Comparator<Line> BY_RESOURCE = Comparator.comparing(Line::resource);

    private final JdbcClient jdbc;

    JdbcAccounts(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public void open(UUID nodeId, Limits limits) {
        jdbc.sql("INSERT INTO quota (node_id, generation) VALUES (:node, 1)")
                .param("node", nodeId)
                .update();
        jdbc.sql("""
                        INSERT INTO quota_line (node_id, resource, max_amount)
                        SELECT :node, line.resource, line.max_amount
                        FROM unnest(:resources::text[], :limits::bigint[]) AS line (resource, max_amount)
                        """)
                .param("node", nodeId)
                .param("resources", resources())
                .param("limits", inOrder(limits))
                .update();
    }

    @Override
    public NodeQuota quota(Account account) {
        // The generation first: limits that are newer than it cost a writer a 412; older ones would cost an update.
        long generation = jdbc.sql("SELECT generation FROM quota WHERE node_id = :node")
                .param("node", account.nodeId())
                .query(Long.class)
                .single();
        List<Line> lines = new ArrayList<>();
        Map<Resource, Long> defaults = new EnumMap<>(Resource.class);
        jdbc.sql("SELECT * FROM quota_line WHERE node_id = :node")
                .param("node", account.nodeId())
                .query(row -> {
                    Line line = line(row);
                    lines.add(line);
                    Long tenantDefault = row.getObject("tenant_default", Long.class);
                    if (tenantDefault != null) {
                        defaults.put(line.resource(), tenantDefault);
                    }
                });
        lines.sort(BY_RESOURCE);
        return new NodeQuota(account, generation, lines, defaults.isEmpty() ? null : new Limits(defaults));
    }

    @Override
    public boolean setLimits(
            Account account, long ifGeneration, Limits limits, @Nullable Limits tenantDefaults, String changedBy) {
        int changed = jdbc.sql("""
                        UPDATE quota SET generation = generation + 1 WHERE node_id = :node AND generation = :generation
                        """)
                .param("node", account.nodeId())
                .param("generation", ifGeneration)
                .update();
        if (changed == 0) {
            return false;
        }
        jdbc.sql("""
                        WITH wanted AS (
                            SELECT line.resource, wanted.max_amount, wanted.tenant_default
                            FROM quota_line line
                            JOIN unnest(:resources::text[], :limits::bigint[], :defaults::bigint[])
                                AS wanted (resource, max_amount, tenant_default)
                              ON wanted.resource = line.resource
                            WHERE line.node_id = :node
                            ORDER BY line.resource
                            FOR UPDATE OF line
                        )
                        UPDATE quota_line line
                        SET max_amount = wanted.max_amount, tenant_default = wanted.tenant_default
                        FROM wanted
                        WHERE line.node_id = :node AND line.resource = wanted.resource
                        """)
                .param("node", account.nodeId())
                .param("resources", resources())
                .param("limits", inOrder(limits))
                .param("defaults", inOrder(tenantDefaults == null ? Limits.NONE : tenantDefaults))
                .update();
        jdbc.sql("""
                        INSERT INTO quota_change (node_id, generation, limits, changed_by)
                        VALUES (:node, :generation, :limits::jsonb, :changedBy)
                        """)
                .param("node", account.nodeId())
                .param("generation", ifGeneration + 1)
                .param("limits", JSON.writeValueAsString(limits.byResource()))
                .param("changedBy", changedBy)
                .update();
        return true;
    }

    @Override
    public List<LimitsChange> changes(Account account, @Nullable Long before, int limit) {
        return jdbc.sql("""
                        SELECT * FROM quota_change WHERE node_id = :node AND generation < :before
                        ORDER BY generation DESC LIMIT :limit
                        """)
                .param("node", account.nodeId())
                .param("before", before == null ? Long.MAX_VALUE : before)
                .param("limit", limit)
                .query((row, number) -> new LimitsChange(
                        row.getLong("generation"),
                        new Limits(
                                JSON.readValue(row.getString("limits"), new TypeReference<Map<Resource, Long>>() {})),
                        row.getString("changed_by"),
                        row.getTimestamp("changed_at").toInstant()))
                .list();
    }

    @Override
    public boolean reserve(Account account, Amounts amounts) {
        int charged = jdbc.sql(RESERVE)
                .param("node", account.nodeId())
                .param("resources", resources(amounts))
                .param("amounts", amounts.byResource().values().toArray(Long[]::new))
                .update();
        if (charged != 0) {
            requireAllLines(charged, account, amounts);
        }
        return charged != 0;
    }

    @Override
    public void apply(Account account, Amounts amounts, Charge charge) {
        int changed = jdbc.sql(APPLY)
                .param("node", account.nodeId())
                .param("resources", resources(amounts))
                .param("amounts", amounts.byResource().values().toArray(Long[]::new))
                .param("reservedTimes", charge.reservedTimes())
                .param("usedTimes", charge.usedTimes())
                .update();
        requireAllLines(changed, account, amounts);
    }

    @Override
    public boolean inUse(UUID nodeId) {
        return jdbc.sql("SELECT EXISTS (SELECT FROM quota_line WHERE node_id = :node AND used + reserved + leased > 0)")
                .param("node", nodeId)
                .query(Boolean.class)
                .single();
    }

    @Override
    public List<NodeLine> all() {
        return jdbc.sql("SELECT node_id, resource, max_amount, used, reserved, leased, charges FROM quota_line")
                .query((row, number) -> new NodeLine(row.getObject("node_id", UUID.class), line(row)))
                .list();
    }

    private static void requireAllLines(int changed, Account account, Amounts amounts) {
        if (changed != amounts.byResource().size()) {
            throw new IllegalStateException(account.scope() + " has no lines for all of " + amounts);
        }
    }

    private static Line line(ResultSet row) throws SQLException {
        return new Line(
                Resource.valueOf(row.getString("resource")),
                row.getObject("max_amount", Long.class),
                row.getLong("used"),
                row.getLong("reserved"),
                row.getLong("leased"),
                row.getLong("charges"));
    }

    private static String[] resources(Amounts amounts) {
        return amounts.byResource().keySet().stream().map(Resource::name).toArray(String[]::new);
    }

    private static String[] resources() {
        return Arrays.stream(Resource.values()).map(Resource::name).toArray(String[]::new);
    }

    /** Limits in the order of {@link #resources()}, null for none. */
    private static Long[] inOrder(Limits limits) {
        return Arrays.stream(Resource.values()).map(limits.byResource()::get).toArray(Long[]::new);
    }
}
