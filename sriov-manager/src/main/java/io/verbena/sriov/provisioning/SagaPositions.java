package io.verbena.sriov.provisioning;

import io.verbena.kit.problem.Problem;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import tools.jackson.databind.json.JsonMapper;

/** Table {@code saga}: all that a resumed saga needs beside its operation. */
@Repository
class SagaPositions {
    private static final JsonMapper JSON = JsonMapper.shared();

    private final JdbcClient jdbc;

    SagaPositions(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    void begin(UUID operation) {
        jdbc.sql("INSERT INTO saga (operation_id, step, forward, attempts) VALUES (:id, 0, true, 0)")
                .param("id", operation)
                .update();
    }

    Optional<SagaPosition> find(UUID operation) {
        return jdbc.sql("SELECT * FROM saga WHERE operation_id = :id")
                .param("id", operation)
                .query((row, number) -> new SagaPosition(
                        operation,
                        row.getInt("step"),
                        row.getBoolean("forward"),
                        row.getInt("attempts"),
                        row.getString("problem") == null
                                ? null
                                : JSON.readValue(row.getString("problem"), Problem.class)))
                .optional();
    }

    /** Moves on, unless somebody else has: two replicas that run one saga advance it once. */
    boolean move(SagaPosition from, SagaPosition to) {
        return jdbc.sql("""
                        UPDATE saga SET step = :step, forward = :forward, attempts = :attempts, problem = :problem::jsonb
                        WHERE operation_id = :id AND step = :fromStep AND forward = :fromForward
                        """)
                        .param("step", to.step())
                        .param("forward", to.forward())
                        .param("attempts", to.attempts())
                        .param("problem", to.problem() == null ? null : JSON.writeValueAsString(to.problem()))
                        .param("id", from.operation())
                        .param("fromStep", from.step())
                        .param("fromForward", from.forward())
                        .update()
                > 0;
    }

    void end(UUID operation) {
        jdbc.sql("DELETE FROM saga WHERE operation_id = :id")
                .param("id", operation)
                .update();
    }
}
