package io.verbena.sriov.vf.persistence;

import io.verbena.contracts.Resource;
import io.verbena.sriov.vf.model.Attachment;
import io.verbena.sriov.vf.model.Condition;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.Fault;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.Retries;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfPlacement;
import io.verbena.sriov.vf.model.VfSpec;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VfStatus;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Between the rows of {@code virtual_function} and {@code vf_status} and the model's record. */
final class VfRows {
    private static final JsonMapper JSON = JsonMapper.shared();

    private VfRows() {}

    static VirtualFunction read(ResultSet row, int number) throws SQLException {
        VfLimits limits = new VfLimits(
                row.getLong("qp"),
                row.getLong("cq"),
                row.getLong("mr"),
                row.getLong("pds"),
                row.getLong("registered_bytes"));
        return new VirtualFunction(
                row.getObject("uid", UUID.class),
                row.getString("tenant"),
                row.getString("name"),
                JSON.readValue(row.getString("labels"), new TypeReference<Map<String, String>>() {}),
                new VfSpec(
                        row.getString("wanted_nic"),
                        limits,
                        JSON.readValue(row.getString("max_limits"), new TypeReference<Map<Resource, Long>>() {}),
                        JSON.readValue(row.getString("wanted_placement"), VfPlacement.class)),
                row.getLong("generation"),
                row.getTimestamp("created_at").toInstant(),
                status(row),
                row.getLong("version"));
    }

    private static VfStatus status(ResultSet row) throws SQLException {
        String fault = row.getString("fault");
        String drain = row.getString("drain");
        String holder = row.getString("holder");
        Retries retries = new Retries(
                row.getInt("attempts"),
                instant(row, "next_attempt_at"),
                fault == null ? null : JSON.readValue(fault, Fault.class));
        return new VfStatus(
                VfState.valueOf(row.getString("state")),
                row.getTimestamp("state_since").toInstant(),
                JSON.readValue(row.getString("conditions"), new TypeReference<List<Condition>>() {}),
                row.getLong("observed_generation"),
                row.getLong("applied_generation"),
                placement(row),
                retries,
                row.getBoolean("activated"),
                row.getObject("operation", UUID.class),
                drain == null ? null : JSON.readValue(drain, Drain.class),
                holder == null
                        ? null
                        : new Attachment(row.getLong("attachment_epoch"), holder, instant(row, "lease_until")));
    }

    private static @Nullable Placement placement(ResultSet row) throws SQLException {
        String nic = row.getString("nic");
        return nic == null
                ? null
                : new Placement(
                        nic,
                        row.getString("host"),
                        row.getInt("pf"),
                        row.getInt("slot_index"),
                        row.getString("address"),
                        row.getInt("vni"),
                        row.getObject("boot_id", UUID.class),
                        row.getLong("epoch"));
    }

    static Map<String, @Nullable Object> specColumns(VirtualFunction vf) {
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("uid", vf.uid());
        columns.put("tenant", vf.tenant());
        columns.put("name", vf.name());
        columns.put("labels", JSON.writeValueAsString(vf.labels()));
        columns.put("wantedNic", vf.spec().nic());
        columns.put("qp", vf.spec().limits().qp());
        columns.put("cq", vf.spec().limits().cq());
        columns.put("mr", vf.spec().limits().mr());
        columns.put("pds", vf.spec().limits().pd());
        columns.put("registeredBytes", vf.spec().limits().registeredBytes());
        columns.put("placement", JSON.writeValueAsString(vf.spec().placement()));
        columns.put("max", JSON.writeValueAsString(vf.spec().max()));
        columns.put("generation", vf.generation());
        columns.put("createdAt", Timestamp.from(vf.createdAt()));
        return columns;
    }

    static Map<String, @Nullable Object> statusColumns(VirtualFunction vf) {
        VfStatus status = vf.status();
        Placement at = status.placement();
        Instant next = status.retries().nextAttemptAt();
        Fault fault = status.retries().fault();
        Map<String, @Nullable Object> columns = new HashMap<>();
        columns.put("uid", vf.uid());
        columns.put("version", vf.version());
        columns.put("state", status.state().name());
        columns.put("stateSince", Timestamp.from(status.stateSince()));
        columns.put("conditions", JSON.writeValueAsString(status.conditions()));
        columns.put("observed", status.observedGeneration());
        columns.put("applied", status.appliedGeneration());
        columns.put("nic", at == null ? null : at.nic());
        columns.put("host", at == null ? null : at.host());
        columns.put("pf", at == null ? null : at.pf());
        columns.put("slotIndex", at == null ? null : at.index());
        columns.put("address", at == null ? null : at.address());
        columns.put("vni", at == null ? null : at.vni());
        columns.put("bootId", at == null ? null : at.bootId());
        columns.put("epoch", at == null ? 0L : at.epoch());
        columns.put("attempts", status.retries().attempts());
        columns.put("nextAttemptAt", next == null ? null : Timestamp.from(next));
        columns.put("fault", fault == null ? null : JSON.writeValueAsString(fault));
        columns.put("activated", status.activated());
        columns.put("operation", status.operation());
        Attachment held = status.attachment();
        Instant until = held == null ? null : held.leaseUntil();
        columns.put("holder", held == null ? null : held.holder());
        columns.put("attachmentEpoch", held == null ? null : held.epoch());
        columns.put("leaseUntil", until == null ? null : Timestamp.from(until));
        columns.put("drain", status.drain() == null ? null : JSON.writeValueAsString(status.drain()));
        return columns;
    }

    static String json(Map<String, String> labels) {
        return JSON.writeValueAsString(labels);
    }

    static VirtualFunction nextVersion(VirtualFunction vf, long version) {
        return new VirtualFunction(
                vf.uid(),
                vf.tenant(),
                vf.name(),
                vf.labels(),
                vf.spec(),
                vf.generation(),
                vf.createdAt(),
                vf.status(),
                version);
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        Timestamp at = row.getTimestamp(column);
        return at == null ? null : at.toInstant();
    }
}
