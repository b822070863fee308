package io.verbena.kit.changelog;

import io.verbena.contracts.change.ChangeType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import tools.jackson.databind.json.JsonMapper;

/**
 * Where a transaction writes down what it changed.
 *
 * <p>Call it after the object's row was locked and changed, never before: the lock makes sure that of two transactions on
 * one object the later also draws the higher id. Entities of JPA are flushed here for that reason.
 */
public final class Outbox {
    private final JdbcClient jdbc;
    private final JsonMapper json;
    private final Runnable flush;
    private final Runnable afterCommit;

    /**
     * @param flush writes pending entity changes of the current transaction to the database
     * @param afterCommit wakes the sequencer
     */
    Outbox(JdbcClient jdbc, JsonMapper json, Runnable flush, Runnable afterCommit) {
        this.jdbc = jdbc;
        this.json = json;
        this.flush = flush;
        this.afterCommit = afterCommit;
    }

    /**
     * Adds one change to the current transaction.
     *
     * @param objectType noun, such as {@code virtualFunction}
     * @param version the object's version after the change; grows with each
     * @param tenantPath ancestors from the root, {@code acme/blue}; empty for what no tenant owns
     * @param body the object after the change; becomes JSON
     * @throws IllegalStateException outside of a transaction
     */
    public void append(
            String objectType, String objectId, long version, String tenantPath, ChangeType type, Object body) {
        if (!TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException("a change of " + objectType + " " + objectId + " outside of a transaction");
        }
        flush.run();
        jdbc.sql("""
                        INSERT INTO outbox (object_type, object_id, version, tenant_path, type, body)
                        VALUES (?, ?, ?, ?, ?, ?)
                        """)
                .params(objectType, objectId, version, tenantPath, type.name(), json.writeValueAsString(body))
                .update();
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                afterCommit.run();
            }
        });
    }
}
