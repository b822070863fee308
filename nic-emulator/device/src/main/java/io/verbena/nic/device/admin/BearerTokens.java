package io.verbena.nic.device.admin;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.verbena.contracts.ProblemType;
import io.verbena.nic.device.control.Issuer;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtValidationException;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

/**
 * Checks the bearer token of a request: signed by the issuer's keys, for audience {@value #AUDIENCE}, in time, and of
 * whom the request is for. Keys are fetched when the first token comes and again when they change. Thread-safe.
 */
final class BearerTokens {
    private static final String AUDIENCE = "verbena";
    private static final String SCHEME = "Bearer ";
    private static final int FETCH_LIMIT_MS = 3000;
    private static final int MAX_KEYS_BYTES = 1 << 20;
    private static final int RETRY_SECONDS = 2;

    /** Whose tokens a request takes. */
    enum Role {
        SERVICE("service", "only a service may talk to a NIC"),
        PLATFORM_ADMIN("platform-admin", "only an administrator of the platform may exercise a NIC");

        private final String claim;
        private final String refusal;

        Role(String claim, String refusal) {
            this.claim = claim;
            this.refusal = refusal;
        }
    }

    private final Issuer issuer;
    private volatile @Nullable NimbusJwtDecoder decoder;

    BearerTokens(Issuer issuer) {
        this.issuer = issuer;
    }

    /** Null when the token is good, else the answer. */
    @Nullable
    Answer refusal(@Nullable String authorization, Role needed) {
        if (authorization == null || !authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())) {
            return unauthenticated("a bearer token is needed");
        }
        try {
            Jwt token =
                    decoder().decode(authorization.substring(SCHEME.length()).trim());
            List<String> roles = token.getClaimAsStringList("roles");
            return roles != null && roles.contains(needed.claim)
                    ? null
                    : Answer.problem(ProblemType.PERMISSION_DENIED, needed.refusal);
        } catch (JwtValidationException e) {
            // Its signature is right. Where a new token seems old, or not yet good, a clock is wrong.
            return unauthenticated(
                    e.getMessage() + ". The clock here says " + Instant.now().truncatedTo(ChronoUnit.SECONDS) + ".");
        } catch (BadJwtException e) {
            return unauthenticated(String.valueOf(e.getMessage()));
        } catch (JwtException | IOException e) {
            return Answer.problem(
                            ProblemType.UNAVAILABLE,
                            "the token cannot be checked, as the issuer's keys cannot be had: " + e.getMessage(),
                            Map.of("retryAfterSeconds", RETRY_SECONDS))
                    .withHeader("Retry-After", Integer.toString(RETRY_SECONDS));
        }
    }

    private static Answer unauthenticated(String detail) {
        return Answer.problem(ProblemType.UNAUTHENTICATED, detail).withHeader("WWW-Authenticate", SCHEME.trim());
    }

    private NimbusJwtDecoder decoder() throws IOException {
        NimbusJwtDecoder known = decoder;
        if (known == null) {
            known = build(issuer.endpoints());
            decoder = known;
        }
        return known;
    }

    private NimbusJwtDecoder build(Issuer.Endpoints endpoints) throws IOException {
        JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                        endpoints.jwksUri().toURL(),
                        new DefaultResourceRetriever(
                                FETCH_LIMIT_MS, FETCH_LIMIT_MS, MAX_KEYS_BYTES, true, issuer.sockets()))
                .retrying(true)
                .build();
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(
                new JWSVerificationKeySelector<>(Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256), keys));
        // Claims are checked by the decoder's validators below, which say what is wrong.
        processor.setJWTClaimsSetVerifier((claims, context) -> {});
        NimbusJwtDecoder built = new NimbusJwtDecoder(processor);
        built.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                new JwtTimestampValidator(),
                new JwtIssuerValidator(issuer.url().toString()),
                new JwtClaimValidator<List<String>>(
                        "aud", audience -> audience != null && audience.contains(AUDIENCE))));
        return built;
    }
}
