package io.verbena.sriov.vf.persistence;

import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.Outbox;
import io.verbena.sriov.vf.VirtualFunctionResource;
import io.verbena.sriov.vf.model.Happening;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VfChanged;
import io.verbena.sriov.vf.model.VfHistory;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Spec and status in a table each, joined by uid. */
@Repository
class JdbcVirtualFunctions implements VirtualFunctions {
    private static final String SELECT = """
            SELECT f.uid, f.tenant, f.name, f.labels, f.nic AS wanted_nic, f.placement AS wanted_placement, f.qp, f.cq, f.mr, f.pd AS pds,
                f.registered_bytes, f.max_limits, f.generation, f.created_at, s.*
            FROM virtual_function f JOIN vf_status s ON s.vf = f.uid
            """;

    private final JdbcClient jdbc;
    private final Outbox outbox;
    private final ApplicationEventPublisher events;
    private final VfHistory history;

    JdbcVirtualFunctions(JdbcClient jdbc, Outbox outbox, ApplicationEventPublisher events, VfHistory history) {
        this.jdbc = jdbc;
        this.outbox = outbox;
        this.events = events;
        this.history = history;
    }

    @Override
    public Optional<VirtualFunction> find(UUID uid) {
        return jdbc.sql(SELECT + "WHERE f.uid = :uid")
                .param("uid", uid)
                .query(VfRows::read)
                .optional();
    }

    @Override
    public Optional<VirtualFunction> find(String tenant, String idOrName) {
        return jdbc.sql(SELECT + "WHERE f.tenant = :tenant AND (f.name = :id OR f.uid::text = :id)")
                .param("tenant", tenant)
                .param("id", idOrName)
                .query(VfRows::read)
                .optional();
    }

    @Override
    public Optional<VirtualFunction> lock(String tenant, String idOrName) {
        return find(tenant, idOrName).flatMap(found -> locked(found.uid()));
    }

    @Override
    public List<VirtualFunction> page(String tenant, Map<String, String> labels, @Nullable UUID afterUid, int limit) {
        return jdbc.sql(SELECT + "WHERE f.tenant = :tenant AND f.labels @> :labels::jsonb"
                        + " AND (:after::uuid IS NULL OR f.uid > :after::uuid)"
                        + " ORDER BY f.uid LIMIT :limit")
                .param("tenant", tenant)
                .param("labels", VfRows.json(labels))
                .param("after", afterUid == null ? null : afterUid.toString())
                .param("limit", limit)
                .query(VfRows::read)
                .list();
    }

    @Override
    public List<VirtualFunction> on(String nic) {
        return jdbc.sql(SELECT + "WHERE s.nic = :nic ORDER BY s.pf, s.slot_index")
                .param("nic", nic)
                .query(VfRows::read)
                .list();
    }

    @Override
    public Set<String> hostsWith(String tenant, Map<String, String> labels, UUID butFor) {
        return Set.copyOf(jdbc.sql("""
                        SELECT DISTINCT s.host FROM virtual_function f JOIN vf_status s ON s.vf = f.uid
                        WHERE f.tenant = :tenant AND f.labels @> :labels::jsonb AND f.uid <> :butFor
                          AND s.host IS NOT NULL
                        """)
                .param("tenant", tenant)
                .param("labels", VfRows.json(labels))
                .param("butFor", butFor)
                .query(String.class)
                .list());
    }

    @Override
    public List<UUID> expiredLeases(int limit) {
        return jdbc.sql("SELECT vf FROM vf_status WHERE lease_until <= now() ORDER BY lease_until LIMIT :limit")
                .param("limit", limit)
                .query((row, number) -> row.getObject("vf", UUID.class))
                .list();
    }

    @Override
    public Instant databaseNow() {
        return jdbc.sql("SELECT clock_timestamp()")
                .query((row, number) -> row.getTimestamp(1).toInstant())
                .single();
    }

    @Override
    public List<VirtualFunction> all() {
        return jdbc.sql(SELECT + "ORDER BY f.uid").query(VfRows::read).list();
    }

    @Override
    @Transactional
    public boolean add(VirtualFunction vf) {
        int added = jdbc.sql("""
                        INSERT INTO virtual_function (uid, tenant, name, labels, nic, qp, cq, mr, pd, registered_bytes,
                            max_limits, placement, generation, created_at)
                        VALUES (:uid, :tenant, :name, :labels::jsonb, :wantedNic, :qp, :cq, :mr, :pds,
                            :registeredBytes, :max::jsonb, :placement::jsonb, :generation, :createdAt)
                        ON CONFLICT (tenant, name) DO NOTHING
                        """).params(VfRows.specColumns(vf)).update();
        if (added == 0) {
            return false;
        }
        jdbc.sql("""
                        INSERT INTO vf_status (vf, version, state, state_since, conditions, observed_generation,
                            applied_generation, nic, host, pf, slot_index, address, vni, boot_id, epoch, attempts,
                            next_attempt_at, fault, activated, operation, drain, holder, attachment_epoch,
                            lease_until)
                        VALUES (:uid, :version, :state, :stateSince, :conditions::jsonb, :observed, :applied, :nic, :host,
                            :pf, :slotIndex, :address, :vni, :bootId, :epoch, :attempts, :nextAttemptAt, :fault::jsonb,
                            :activated, :operation, :drain::jsonb, :holder, :attachmentEpoch, :leaseUntil)
                        """).params(VfRows.statusColumns(vf)).update();
        log(vf, ChangeType.ADDED);
        history.record(vf, Happening.requested(vf));
        return true;
    }

    @Override
    @Transactional
    public Optional<VirtualFunction> update(UUID uid, UnaryOperator<VirtualFunction> change) {
        Optional<VirtualFunction> locked = locked(uid);
        if (locked.isEmpty()) {
            return locked;
        }
        VirtualFunction before = locked.get();
        VirtualFunction after = change.apply(before);
        if (after.equals(before)) {
            return locked;
        }
        VirtualFunction next = VfRows.nextVersion(after, before.version() + 1);
        write(next);
        log(next, ChangeType.MODIFIED);
        Happening.between(before, next).forEach(happening -> history.record(next, happening));
        return Optional.of(next);
    }

    @Override
    @Transactional
    public void remove(UUID uid) {
        Optional<VirtualFunction> locked = locked(uid);
        if (locked.isEmpty()) {
            return;
        }
        jdbc.sql("DELETE FROM vf_status WHERE vf = :uid").param("uid", uid).update();
        jdbc.sql("DELETE FROM virtual_function WHERE uid = :uid")
                .param("uid", uid)
                .update();
        log(VfRows.nextVersion(locked.get(), locked.get().version() + 1), ChangeType.DELETED);
        history.record(locked.get(), Happening.removed());
    }

    private Optional<VirtualFunction> locked(UUID uid) {
        // Both rows: a join that waited for a lock reads only the locked tables anew, and would bring an old spec back.
        return jdbc.sql(SELECT + "WHERE f.uid = :uid FOR UPDATE OF f, s")
                .param("uid", uid)
                .query(VfRows::read)
                .optional();
    }

    private void write(VirtualFunction vf) {
        jdbc.sql("""
                        UPDATE virtual_function SET labels = :labels::jsonb, qp = :qp, cq = :cq, mr = :mr, pd = :pds,
                            registered_bytes = :registeredBytes, generation = :generation
                        WHERE uid = :uid
                        """).params(VfRows.specColumns(vf)).update();
        jdbc.sql("""
                        UPDATE vf_status SET version = :version, state = :state, state_since = :stateSince,
                            conditions = :conditions::jsonb, observed_generation = :observed,
                            applied_generation = :applied, nic = :nic, host = :host, pf = :pf, slot_index = :slotIndex,
                            address = :address, vni = :vni, boot_id = :bootId, epoch = :epoch, attempts = :attempts,
                            next_attempt_at = :nextAttemptAt, fault = :fault::jsonb, activated = :activated,
                            operation = :operation, drain = :drain::jsonb, holder = :holder,
                            attachment_epoch = :attachmentEpoch, lease_until = :leaseUntil
                        WHERE vf = :uid
                        """).params(VfRows.statusColumns(vf)).update();
    }

    private void log(VirtualFunction vf, ChangeType type) {
        outbox.append(
                VirtualFunctionResource.NOUN,
                vf.uid().toString(),
                vf.version(),
                vf.tenant(),
                type,
                VirtualFunctionResource.of(vf));
        Placement at = vf.status().placement();
        events.publishEvent(new VfChanged(
                vf.uid(), at == null ? null : at.nic(), vf.status().operation()));
    }
}
