package io.verbena.tenant.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.text.ParseException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The keys that tokens are signed with, in PostgreSQL, so that every replica signs with the same one and tokens outlive a
 * restart. There are always two: the newest whose time has come signs, and its successor is published a whole term ahead,
 * so that nobody meets a key that no replica tells of. A key that has been succeeded stays until its last token has run
 * out. Time is the database's. P-256 (RFC 7518, ES256): an RSA key takes seconds to draw in a JVM that has just started.
 */
final class SigningKeys implements JWKSource<SecurityContext> {
    private static final Logger log = LoggerFactory.getLogger(SigningKeys.class);

    /** How clocks may differ, as resource servers take it. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    /** @param signer the last of the keys whose time has come, null before the first was drawn */
    private record Keys(JWKSet all, @Nullable JWK signer, boolean hasSuccessor, long readAtNs) {}

    private final JdbcClient jdbc;
    private final TransactionTemplate transactions;
    private final Duration term;
    private final Duration keep;
    private final Duration refresh;
    private final ReentrantLock reading = new ReentrantLock();
    private volatile @Nullable Keys known;

    /**
     * Keys of one issuer.
     *
     * @param term how long a key signs
     * @param tokenLifetime how long a token is good
     * @param refresh how old what was read may be; a small part of the term
     */
    SigningKeys(
            JdbcClient jdbc,
            TransactionTemplate transactions,
            Duration term,
            Duration tokenLifetime,
            Duration refresh) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.term = term;
        this.keep = tokenLifetime.plus(refresh).plus(SKEW);
        this.refresh = refresh;
    }

    /** All that may have signed a token that is still good, and the one that will sign next. */
    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        return selector.select(keys().all);
    }

    /** The key that signs now. */
    JWK signer() {
        JWK signer = keys().signer;
        if (signer == null) {
            throw new IllegalStateException("a signing key was stored and is not there");
        }
        return signer;
    }

    /** What the key that signs now signs with. */
    SignatureAlgorithm algorithm() {
        String name = signer().getAlgorithm().getName();
        return Objects.requireNonNull(SignatureAlgorithm.from(name), name);
    }

    /** Whoever comes first when it is time reads; the others go on with what they have. */
    private Keys keys() {
        Keys keys = known;
        if (keys == null) {
            reading.lock();
        } else if (System.nanoTime() - keys.readAtNs < refresh.toNanos() || !reading.tryLock()) {
            return keys;
        }
        try {
            Keys found = known;
            if (found == null || found == keys) {
                found = current();
                known = found;
            }
            return found;
        } catch (DataAccessException | TransactionException e) {
            if (keys == null) {
                throw e;
            }
            log.warn("the signing keys cannot be read, those of before are used: {}", e.getMessage());
            return keys;
        } finally {
            reading.unlock();
        }
    }

    private Keys current() {
        Keys keys = read();
        return keys.signer != null && keys.hasSuccessor ? keys : transactions.execute(transaction -> rotate());
    }

    /** Draws what is missing and forgets what has served; one replica at a time. */
    private Keys rotate() {
        jdbc.sql("LOCK TABLE signing_key IN SHARE ROW EXCLUSIVE MODE").update();
        Keys before = read();
        if (before.signer == null) {
            store(draw(), Duration.ZERO);
        }
        if (!before.hasSuccessor) {
            store(draw(), term);
            int forgotten = jdbc.sql("""
                            DELETE FROM signing_key old WHERE EXISTS (
                                SELECT FROM signing_key newer
                                WHERE newer.signs_from > old.signs_from
                                AND newer.signs_from + make_interval(secs => :keep) < clock_timestamp())
                            """).param("keep", keep.toSeconds()).update();
            log.info("a signing key was drawn for {} from now, {} were forgotten", term, forgotten);
        }
        return read();
    }

    private void store(JWK key, Duration fromNow) {
        jdbc.sql("""
                        INSERT INTO signing_key (id, jwk, created_at, signs_from)
                        VALUES (:id, :jwk, clock_timestamp(), clock_timestamp() + make_interval(secs => :fromNow))
                        """)
                .param("id", key.getKeyID())
                .param("jwk", key.toJSONString())
                .param("fromNow", fromNow.toSeconds())
                .update();
    }

    private Keys read() {
        record Row(JWK key, boolean signs) {}
        List<Row> rows = jdbc.sql("""
                        SELECT jwk, signs_from <= clock_timestamp() AS signs FROM signing_key ORDER BY signs_from, id
                        """)
                .query((row, number) -> new Row(parse(row.getString("jwk")), row.getBoolean("signs")))
                .list();
        List<JWK> signers = rows.stream().filter(Row::signs).map(Row::key).toList();
        return new Keys(
                new JWKSet(rows.stream().map(Row::key).toList()),
                signers.isEmpty() ? null : signers.getLast(),
                signers.size() < rows.size(),
                System.nanoTime());
    }

    private static JWK parse(String stored) {
        try {
            return JWK.parse(stored);
        } catch (ParseException e) {
            throw new IllegalStateException("reading a signing key in table signing_key", e);
        }
    }

    private static JWK draw() {
        try {
            return new ECKeyGenerator(Curve.P_256)
                    .keyID(UUID.randomUUID().toString())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.ES256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("drawing a signing key", e);
        }
    }
}
