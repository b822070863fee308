package io.verbena.tenant.issuer;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.proc.SecurityContext;
import java.text.ParseException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The keys that tokens are signed with, in PostgreSQL, so that every replica signs with the same one and tokens outlive a
 * restart. Read at the first use and kept: a row is never changed. RSA, as a reader that is only told the JWKS address
 * expects RS256.
 */
final class SigningKeys implements JWKSource<SecurityContext> {
    /** NIST SP 800-57: good beyond 2030. */
    private static final int KEY_BITS = 2048;

    private final JdbcClient jdbc;
    private volatile @Nullable JWKSet loaded;

    SigningKeys(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public List<JWK> get(JWKSelector selector, @Nullable SecurityContext context) {
        JWKSet keys = loaded;
        if (keys == null) {
            keys = new JWKSet(List.of(activeKey()));
            loaded = keys;
        }
        return selector.select(keys);
    }

    /** The stored key; if there is none, one is drawn, and the replica that stores its own first wins. */
    private JWK activeKey() {
        String stored = readActive();
        if (stored == null) {
            JWK drawn = draw();
            jdbc.sql("""
                            INSERT INTO signing_key (id, jwk, active, created_at)
                            VALUES (:id, :jwk, true, clock_timestamp())
                            ON CONFLICT DO NOTHING
                            """)
                    .param("id", drawn.getKeyID())
                    .param("jwk", drawn.toJSONString())
                    .update();
            stored = readActive();
        }
        if (stored == null) {
            throw new IllegalStateException("a signing key was stored and is not there");
        }
        try {
            return JWK.parse(stored);
        } catch (ParseException e) {
            throw new IllegalStateException("reading the signing key in table signing_key", e);
        }
    }

    private @Nullable String readActive() {
        return jdbc.sql("SELECT jwk FROM signing_key WHERE active")
                .query(String.class)
                .optional()
                .orElse(null);
    }

    private static JWK draw() {
        try {
            return new RSAKeyGenerator(KEY_BITS)
                    .keyID(UUID.randomUUID().toString())
                    .keyUse(KeyUse.SIGNATURE)
                    .algorithm(JWSAlgorithm.RS256)
                    .generate();
        } catch (JOSEException e) {
            throw new IllegalStateException("drawing a signing key", e);
        }
    }
}
