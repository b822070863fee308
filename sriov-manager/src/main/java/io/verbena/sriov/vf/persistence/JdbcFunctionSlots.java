package io.verbena.sriov.vf.persistence;

import io.verbena.contracts.nic.FunctionReport;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** Table {@code function_slot}. */
@Repository
class JdbcFunctionSlots implements FunctionSlots {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JdbcClient jdbc;

    JdbcFunctionSlots(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public List<FunctionSlot> on(String nic) {
        return jdbc.sql("SELECT * FROM function_slot WHERE nic = :nic ORDER BY pf, slot_index")
                .param("nic", nic)
                .query(JdbcFunctionSlots::row)
                .list();
    }

    @Override
    public Optional<FunctionReport> reportSince(String nic, int pf, int index, Instant since) {
        return jdbc.sql("SELECT observed::text FROM function_slot WHERE nic = :nic AND pf = :pf AND slot_index = :index"
                        + " AND observed_at >= :since")
                .param("since", Timestamp.from(since))
                .param("nic", nic)
                .param("pf", pf)
                .param("index", index)
                .query(String.class)
                .optional()
                .map(json -> JSON.readValue(json, FunctionReport.class));
    }

    @Override
    public void ensure(String nic, int pf, int count) {
        jdbc.sql("""
                        INSERT INTO function_slot (nic, pf, slot_index, state, epoch)
                        SELECT :nic, :pf, i, 'FREE', 0 FROM generate_series(0, :count - 1) i
                        ON CONFLICT DO NOTHING
                        """).param("nic", nic).param("pf", pf).param("count", count).update();
    }

    @Override
    public OptionalLong claim(String nic, int pf, int index, UUID vfUid) {
        return epoch(jdbc.sql("""
                        UPDATE function_slot SET state = 'ASSIGNED', vf = :vf, epoch = epoch + 1, reason = NULL,
                            baseline_boot_id = NULL, baseline_rotations = NULL
                        WHERE nic = :nic AND pf = :pf AND slot_index = :index AND state = 'FREE'
                            -- Locked: who has cordoned or shrunk a NIC sees all that are placed on it, or they are not.
                            AND EXISTS (SELECT 1 FROM nic WHERE name = :nic AND cordoned_at IS NULL
                                AND :index < coalesce(wanted_functions, function_count) FOR SHARE)
                        RETURNING epoch
                        """)
                .param("vf", vfUid)
                .param("nic", nic)
                .param("pf", pf)
                .param("index", index));
    }

    @Override
    public void lock(UUID vfUid) {
        jdbc.sql("SELECT 1 FROM function_slot WHERE vf = :vf FOR UPDATE")
                .param("vf", vfUid)
                .query(Integer.class)
                .optional();
    }

    @Override
    public OptionalLong drawEpoch(UUID vfUid, long floor) {
        return epoch(
                jdbc.sql("UPDATE function_slot SET epoch = greatest(epoch, :floor) + 1 WHERE vf = :vf RETURNING epoch")
                        .param("floor", floor)
                        .param("vf", vfUid));
    }

    @Override
    public void observed(String nic, UUID bootId, FunctionReport report, boolean held, Instant askedAt) {
        jdbc.sql("""
                        UPDATE function_slot SET observed = :observed::jsonb, observed_at = :askedAt,
                            baseline_boot_id = CASE WHEN :held THEN :bootId ELSE baseline_boot_id END,
                            baseline_rotations = CASE WHEN :held THEN :rotations ELSE baseline_rotations END
                        WHERE nic = :nic AND pf = :pf AND slot_index = :index
                          AND (vf IS NOT NULL OR observed IS DISTINCT FROM :observed::jsonb)
                          AND (observed_at IS NULL OR observed_at <= :askedAt)
                        """)
                .param("observed", JSON.writeValueAsString(report))
                .param("held", held)
                .param("askedAt", Timestamp.from(askedAt))
                .param("bootId", bootId)
                .param("rotations", report.seedRotations())
                .param("nic", nic)
                .param("pf", report.pf())
                .param("index", report.index())
                .update();
    }

    @Override
    public void free(UUID vfUid) {
        jdbc.sql("""
                        UPDATE function_slot SET state = 'FREE', vf = NULL, reason = NULL, baseline_boot_id = NULL,
                            baseline_rotations = NULL
                        WHERE vf = :vf
                        """).param("vf", vfUid).update();
    }

    @Override
    public void quarantine(String nic, int pf, int index, @Nullable UUID holder, String reason) {
        jdbc.sql("""
                        UPDATE function_slot SET state = 'QUARANTINED', reason = :reason
                        WHERE nic = :nic AND pf = :pf AND slot_index = :index AND vf IS NOT DISTINCT FROM :holder::uuid
                        """)
                .param("reason", reason)
                .param("holder", holder == null ? null : holder.toString())
                .param("nic", nic)
                .param("pf", pf)
                .param("index", index)
                .update();
    }

    @Override
    public void unquarantine(String nic, int pf, int index) {
        jdbc.sql("""
                        UPDATE function_slot SET state = 'FREE', reason = NULL, evicting = false
                        WHERE nic = :nic AND pf = :pf AND slot_index = :index AND state = 'QUARANTINED' AND vf IS NULL
                        """).param("nic", nic).param("pf", pf).param("index", index).update();
    }

    @Override
    public Optional<FunctionSlot> found(UUID vfUid) {
        return jdbc.sql("SELECT * FROM function_slot WHERE state = 'QUARANTINED' AND vf IS NULL"
                        + " AND observed ->> 'vfUid' = :vf")
                .param("vf", vfUid.toString())
                .query(JdbcFunctionSlots::row)
                .optional();
    }

    @Override
    public OptionalLong adopt(UUID vfUid, long floor) {
        return epoch(jdbc.sql("""
                        UPDATE function_slot SET state = 'ASSIGNED', vf = :vf, epoch = greatest(epoch, :floor),
                            reason = NULL, evicting = false, baseline_boot_id = NULL, baseline_rotations = NULL
                        WHERE state = 'QUARANTINED' AND vf IS NULL AND observed ->> 'vfUid' = :vf::text
                        RETURNING epoch
                        """).param("vf", vfUid).param("floor", floor));
    }

    @Override
    public void abandon(UUID vfUid, String reason) {
        jdbc.sql("UPDATE function_slot SET state = 'QUARANTINED', vf = NULL, reason = :reason WHERE vf = :vf")
                .param("reason", reason)
                .param("vf", vfUid)
                .update();
    }

    @Override
    public boolean evict(String nic, int pf, int index, long floor) {
        return jdbc.sql("""
                        UPDATE function_slot SET evicting = true, epoch = greatest(epoch, :floor) + 1
                        WHERE nic = :nic AND pf = :pf AND slot_index = :index AND state = 'QUARANTINED' AND vf IS NULL
                        """)
                        .param("floor", floor)
                        .param("nic", nic)
                        .param("pf", pf)
                        .param("index", index)
                        .update()
                > 0;
    }

    private static OptionalLong epoch(JdbcClient.StatementSpec statement) {
        return statement.query(Long.class).optional().map(OptionalLong::of).orElseGet(OptionalLong::empty);
    }

    private static FunctionSlot row(ResultSet row, int number) throws SQLException {
        UUID baselineBoot = row.getObject("baseline_boot_id", UUID.class);
        return new FunctionSlot(
                row.getString("nic"),
                row.getInt("pf"),
                row.getInt("slot_index"),
                FunctionSlot.State.valueOf(row.getString("state")),
                row.getObject("vf", UUID.class),
                row.getLong("epoch"),
                baselineBoot == null
                        ? null
                        : new FunctionSlot.Baseline(baselineBoot, row.getLong("baseline_rotations")),
                row.getString("reason"),
                row.getBoolean("evicting"));
    }
}
