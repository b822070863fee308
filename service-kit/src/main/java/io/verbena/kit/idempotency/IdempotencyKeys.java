package io.verbena.kit.idempotency;

import java.time.Duration;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The stored answers, in the table {@code idempotency_key}. All but the sweep needs the request's transaction. */
final class IdempotencyKeys {
    /** How long an answer can be asked for again; part of the API. */
    static final Duration RETENTION = Duration.ofHours(24);

    private final JdbcClient jdbc;

    IdempotencyKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * False while another transaction holds the same key. The lock goes with the transaction, so that a request that dies
     * leaves nothing behind.
     */
    boolean tryLock(IdempotencyScope scope) {
        return jdbc.sql("SELECT pg_try_advisory_xact_lock(:id)")
                .param("id", scope.lockId())
                .query(Boolean.class)
                .single();
    }

    Optional<StoredAnswer> find(IdempotencyScope scope) {
        return jdbc.sql("""
                        SELECT fingerprint, status, location, etag, content_type, body FROM idempotency_key
                        WHERE caller = :caller AND method = :method AND path = :path AND key = :key
                        """)
                .paramSource(scope)
                .query((row, number) -> new StoredAnswer(
                        row.getBytes("fingerprint"),
                        row.getInt("status"),
                        row.getString("location"),
                        row.getString("etag"),
                        row.getString("content_type"),
                        row.getBytes("body")))
                .optional();
    }

    void store(IdempotencyScope scope, StoredAnswer answer) {
        jdbc.sql("""
                        INSERT INTO idempotency_key
                            (caller, method, path, key, fingerprint, status, location, etag, content_type, body)
                        VALUES (:caller, :method, :path, :key, :fingerprint, :status, :location, :etag, :contentType, :body)
                        """)
                .param("caller", scope.caller())
                .param("method", scope.method())
                .param("path", scope.path())
                .param("key", scope.key())
                .param("fingerprint", answer.fingerprint())
                .param("status", answer.status())
                .param("location", answer.location())
                .param("etag", answer.etag())
                .param("contentType", answer.contentType())
                .param("body", answer.body())
                .update();
    }

    /** Forgets what is older than {@link #RETENTION}. */
    int sweep() {
        return jdbc.sql("DELETE FROM idempotency_key WHERE created_at < now() - make_interval(secs => :age)")
                .param("age", RETENTION.toSeconds())
                .update();
    }
}
