package io.verbena.sriov.operations;

import io.verbena.kit.problem.Problem;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.databind.json.JsonMapper;

/** All operations, running and finished. */
@Repository
public class Operations {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JdbcClient jdbc;
    private final ApplicationEventPublisher events;

    Operations(JdbcClient jdbc, ApplicationEventPublisher events) {
        this.jdbc = jdbc;
        this.events = events;
    }

    /** Adds a running operation, in the transaction that stores its intent. */
    public void add(Operation operation) {
        Subject.OfVf vf = operation.subject() instanceof Subject.OfVf ofVf ? ofVf : null;
        jdbc.sql("""
                        INSERT INTO operation (id, kind, tenant, vf_uid, vf, nic, change, nic_drain, target_generation,
                            phase, created_at)
                        VALUES (:id, :kind, :tenant, :vfUid::uuid, :vf, :nic, :change::jsonb, :nicDrain::jsonb, :generation,
                            :phase, :createdAt)
                        """)
                .param("id", operation.id())
                .param("kind", operation.kind().name())
                .param("tenant", operation.tenant())
                .param("vfUid", vf == null ? null : vf.uid().toString())
                .param("vf", vf == null ? null : vf.name())
                .param("nic", vf == null ? operation.nic() : null)
                .param("nicDrain", operation.nicDrain() == null ? null : JSON.writeValueAsString(operation.nicDrain()))
                .param("change", operation.change() == null ? null : JSON.writeValueAsString(operation.change()))
                .param("generation", operation.targetGeneration())
                .param("phase", operation.phase())
                .param("createdAt", Timestamp.from(operation.createdAt()))
                .update();
    }

    /** The one that is at work on a NIC. */
    public Optional<Operation> runningOn(String nic) {
        return jdbc.sql("SELECT * FROM operation WHERE nic = :nic AND finished_at IS NULL")
                .param("nic", nic)
                .query(Operations::row)
                .optional();
    }

    public Optional<Operation> find(UUID id) {
        return jdbc.sql("SELECT * FROM operation WHERE id = :id")
                .param("id", id)
                .query(Operations::row)
                .optional();
    }

    /** Says what a running operation is at. */
    public void progress(UUID id, String phase) {
        jdbc.sql("UPDATE operation SET phase = :phase WHERE id = :id AND finished_at IS NULL AND phase <> :phase")
                .param("phase", phase)
                .param("id", id)
                .update();
    }

    /** Ends it; {@code problem} null: as asked. The first end stays. */
    @Transactional
    public void finish(UUID id, @Nullable Problem problem) {
        int ended = jdbc.sql("""
                        UPDATE operation SET finished_at = now(), phase = :phase, problem = :problem::jsonb
                        WHERE id = :id AND finished_at IS NULL
                        """)
                .param("phase", problem == null ? "done" : "failed")
                .param("problem", problem == null ? null : JSON.writeValueAsString(problem))
                .param("id", id)
                .update();
        if (ended > 0) {
            events.publishEvent(new OperationFinished(id));
        }
    }

    /** Forgets operations that ended longer ago. */
    public int forget(Duration retention) {
        return jdbc.sql("DELETE FROM operation WHERE finished_at < now() - make_interval(secs => :seconds)")
                .param("seconds", retention.toSeconds())
                .update();
    }

    private static Operation row(ResultSet row, int number) throws SQLException {
        String change = row.getString("change");
        String problem = row.getString("problem");
        String nic = row.getString("nic");
        String drain = row.getString("nic_drain");
        return new Operation(
                row.getObject("id", UUID.class),
                OperationKind.valueOf(row.getString("kind")),
                row.getString("tenant"),
                nic == null
                        ? new Subject.OfVf(row.getObject("vf_uid", UUID.class), row.getString("vf"))
                        : new Subject.OfNic(nic),
                change == null ? null : JSON.readValue(change, LimitsChange.class),
                drain == null ? null : JSON.readValue(drain, NicDrain.class),
                row.getLong("target_generation"),
                row.getString("phase"),
                instant(row, "created_at"),
                row.getTimestamp("finished_at") == null ? null : instant(row, "finished_at"),
                problem == null ? null : JSON.readValue(problem, Problem.class));
    }

    private static Instant instant(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }
}
