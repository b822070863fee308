package io.verbena.sriov.device;

import io.verbena.contracts.Resource;
import io.verbena.contracts.change.ChangeType;
import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.nic.WireKind;
import io.verbena.kit.changelog.Outbox;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import java.net.URI;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** All NICs that have ever registered. */
@Repository
public class Nics {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String SELECT =
            "SELECT *, heartbeat_at > now() - make_interval(secs => :silentSeconds) AS heartbeat_recent FROM nic ";

    private final JdbcClient jdbc;
    private final FunctionSlots slots;
    private final Outbox outbox;
    private final ApplicationEventPublisher events;
    private final long silentSeconds;

    Nics(
            JdbcClient jdbc,
            FunctionSlots slots,
            Outbox outbox,
            ApplicationEventPublisher events,
            SriovProperties properties) {
        this.jdbc = jdbc;
        this.slots = slots;
        this.outbox = outbox;
        this.events = events;
        this.silentSeconds = properties.nic().silentAfter().toSeconds();
    }

    public Optional<Nic> find(String name) {
        return jdbc.sql(SELECT + "WHERE name = :name")
                .param("silentSeconds", silentSeconds)
                .param("name", name)
                .query(Nics::row)
                .optional();
    }

    /** In the order of their names, those after {@code afterName}. */
    public List<Nic> page(@Nullable String afterName, int limit) {
        return jdbc.sql(SELECT + "WHERE name > :after ORDER BY name LIMIT :limit")
                .param("silentSeconds", silentSeconds)
                .param("after", afterName == null ? "" : afterName)
                .param("limit", limit)
                .query(Nics::row)
                .list();
    }

    public List<Nic> all() {
        return page(null, Integer.MAX_VALUE);
    }

    /** Takes what a NIC says about itself; a heartbeat that says nothing new changes the time alone. */
    @Transactional
    public Nic register(NicRegistration registration) {
        NicCapability capability = registration.capability();
        boolean added = jdbc.sql("""
                        INSERT INTO nic (name, host, boot_id, admin_url, wire, vtep, function_count, active_mtu,
                            per_function_max, device_max, registered_at, heartbeat_at, version)
                        VALUES (:name, :host, :bootId, :adminUrl, :wire, :vtep, :functionCount, :activeMtu,
                            :perFunctionMax::jsonb, :deviceMax::jsonb, now(), now(), 0)
                        ON CONFLICT (name) DO NOTHING
                        """).params(columns(registration)).update() > 0;
        boolean changed = jdbc.sql("""
                        UPDATE nic SET host = :host, boot_id = :bootId, admin_url = :adminUrl,
                            wire = :wire, vtep = :vtep, function_count = :functionCount, active_mtu = :activeMtu,
                            per_function_max = :perFunctionMax::jsonb, device_max = :deviceMax::jsonb,
                            registered_at = now(), heartbeat_at = now(), version = version + 1
                        WHERE name = :name AND (version = 0 OR (host, boot_id, admin_url, wire, vtep, function_count,
                            active_mtu, per_function_max, device_max) IS DISTINCT FROM (:host, :bootId::uuid,
                            :adminUrl, :wire, :vtep::text, :functionCount::int, :activeMtu::int, :perFunctionMax::jsonb, :deviceMax::jsonb))
                        """).params(columns(registration)).update() > 0;
        if (!changed) {
            jdbc.sql("UPDATE nic SET heartbeat_at = now() WHERE name = :name")
                    .param("name", registration.nic())
                    .update();
            return existing(registration.nic());
        }
        slots.ensure(registration.nic(), 0, capability.functionCount());
        return changed(registration.nic(), added ? ChangeType.ADDED : ChangeType.MODIFIED);
    }

    /** Lets a NIC take work; the first approval stays. Empty when there is no such NIC. */
    @Transactional
    public Optional<Nic> approve(String name, String operator) {
        int approved =
                jdbc.sql("""
                        UPDATE nic SET approved_at = now(), approved_by = :operator, version = version + 1
                        WHERE name = :name AND approved_at IS NULL
                        """).param("operator", operator).param("name", name).update();
        return approved > 0 ? Optional.of(changed(name, ChangeType.MODIFIED)) : find(name);
    }

    /**
     * Wants a NIC to have so many functions. Its row is locked, so that no slot is claimed meanwhile.
     *
     * @return slots that would go and are not free; empty: it is wanted now
     */
    @Transactional
    public List<FunctionSlot> want(String name, int functionCount) {
        lock(name);
        List<FunctionSlot> taken = slots.on(name).stream()
                .filter(slot -> slot.index() >= functionCount && slot.state() != FunctionSlot.State.FREE)
                .toList();
        if (taken.isEmpty()) {
            slots.ensure(name, 0, functionCount);
            int changed = jdbc.sql("""
                            UPDATE nic SET wanted_functions = :count, resize_problem = NULL, version = version + 1,
                                resize_epoch = greatest(resize_epoch + 1, (extract(epoch FROM now()) * 1000)::bigint)
                            WHERE name = :name AND wanted_functions IS DISTINCT FROM :count
                            """)
                    .param("count", functionCount)
                    .param("name", name)
                    .update();
            if (changed > 0) {
                changed(name, ChangeType.MODIFIED);
            }
        }
        return taken;
    }

    /** A NIC's boot was found to have so many functions. */
    @Transactional
    public void counted(String name, UUID bootId, int functionCount) {
        int changed = jdbc.sql("""
                        UPDATE nic SET function_count = :count, resize_problem = NULL, version = version + 1
                        WHERE name = :name AND boot_id = :bootId
                          AND (function_count <> :count OR resize_problem IS NOT NULL)
                        """)
                .param("count", functionCount)
                .param("bootId", bootId)
                .param("name", name)
                .update();
        if (changed > 0) {
            slots.ensure(name, 0, functionCount);
            changed(name, ChangeType.MODIFIED);
        }
    }

    /** A NIC has not as many functions as it is to have. */
    @Transactional
    public void notResized(String name, String problem) {
        int changed =
                jdbc.sql("""
                        UPDATE nic SET resize_problem = :problem, version = version + 1
                        WHERE name = :name AND resize_problem IS DISTINCT FROM :problem
                        """).param("problem", problem).param("name", name).update();
        if (changed > 0) {
            changed(name, ChangeType.MODIFIED);
        }
    }

    /** Locks a NIC's row for the current transaction; false when there is none. */
    public boolean lock(String name) {
        return jdbc.sql("SELECT 1 FROM nic WHERE name = :name FOR NO KEY UPDATE")
                .param("name", name)
                .query(Integer.class)
                .optional()
                .isPresent();
    }

    /** Has a NIC take no new VF, or lets it again; what it holds stays. Empty when there is no such NIC. */
    @Transactional
    public Optional<Nic> cordon(String name, @Nullable String operator) {
        int changed = jdbc.sql("""
                        UPDATE nic SET cordoned_at = CASE WHEN :cordon THEN now() END, cordoned_by = :operator::text,
                            version = version + 1
                        WHERE name = :name AND (cordoned_at IS NOT NULL) <> :cordon
                        """)
                .param("cordon", operator != null)
                .param("operator", operator)
                .param("name", name)
                .update();
        return changed > 0 ? Optional.of(changed(name, ChangeType.MODIFIED)) : find(name);
    }

    private Nic changed(String name, ChangeType type) {
        Nic nic = existing(name);
        outbox.append(NicResource.NOUN, name, nic.version(), "", type, NicResource.of(nic, List.of()));
        events.publishEvent(new NicRegistered(name));
        return nic;
    }

    private Nic existing(String name) {
        return find(name).orElseThrow(() -> new IllegalStateException("NIC " + name + " was just written and is gone"));
    }

    private static Map<String, @Nullable Object> columns(NicRegistration registration) {
        NicCapability capability = registration.capability();
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("name", registration.nic());
        columns.put("host", registration.host());
        columns.put("bootId", registration.bootId());
        columns.put("adminUrl", registration.adminUrl().toString());
        columns.put("wire", registration.wire().name());
        columns.put("vtep", registration.vtep());
        columns.put("functionCount", capability.functionCount());
        columns.put("activeMtu", capability.activeMtu());
        columns.put("perFunctionMax", JSON.writeValueAsString(capability.perFunctionMax()));
        columns.put("deviceMax", JSON.writeValueAsString(capability.deviceMax()));
        return columns;
    }

    private static Nic row(ResultSet row, int number) throws SQLException {
        return new Nic(
                row.getString("name"),
                row.getString("host"),
                row.getObject("boot_id", UUID.class),
                URI.create(row.getString("admin_url")),
                WireKind.valueOf(row.getString("wire")),
                row.getString("vtep"),
                new NicCapability(
                        row.getInt("function_count"),
                        row.getInt("active_mtu"),
                        resources(row.getString("per_function_max")),
                        resources(row.getString("device_max"))),
                row.getTimestamp("registered_at").toInstant(),
                row.getTimestamp("heartbeat_at").toInstant(),
                row.getBoolean("heartbeat_recent"),
                instant(row, "approved_at"),
                row.getString("approved_by"),
                instant(row, "cordoned_at"),
                row.getString("cordoned_by"),
                row.getObject("wanted_functions", Integer.class),
                row.getLong("resize_epoch"),
                row.getString("resize_problem"),
                row.getLong("version"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }

    private static Map<Resource, Long> resources(String json) {
        return JSON.readValue(json, new TypeReference<Map<Resource, Long>>() {});
    }
}
