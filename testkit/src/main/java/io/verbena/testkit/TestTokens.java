package io.verbena.testkit;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A token issuer over HTTP: discovery, JWKS and a client-credentials endpoint, with keys drawn at its start. Services
 * under test check real signatures against it. It also gives the tokens that must be refused.
 *
 * <p>Every client id with a secret of {@link #CLIENT_SECRET} gets a token with role {@code service} and itself as
 * {@code nic} claim.
 */
public final class TestTokens implements AutoCloseable {
    /** What {@code aud} must be. */
    public static final String AUDIENCE = "verbena";

    public static final String CLIENT_SECRET = "test-secret";

    private static final Duration LIFETIME = Duration.ofMinutes(10);

    private final HttpServer server;
    private final ECKey key;
    private final ECKey strangerKey;
    private final AtomicInteger issuedToClients = new AtomicInteger();

    private TestTokens(HttpServer server, ECKey key, ECKey strangerKey) {
        this.server = server;
        this.key = key;
        this.strangerKey = strangerKey;
    }

    public static TestTokens start() {
        try {
            // The same key id twice: a check that goes by the id alone would take the stranger's signature.
            ECKey key = new ECKeyGenerator(Curve.P_256).keyID("test").generate();
            ECKey stranger = new ECKeyGenerator(Curve.P_256).keyID("test").generate();
            var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            var tokens = new TestTokens(server, key, stranger);
            server.createContext("/.well-known/openid-configuration", e -> answer(e, 200, tokens.discovery()));
            server.createContext("/jwks", e -> answer(e, 200, new JWKSet(key.toPublicJWK()).toString()));
            server.createContext("/oauth2/token", tokens::onTokenRequest);
            server.setExecutor(command -> Thread.ofVirtual().start(command));
            server.start();
            return tokens;
        } catch (JOSEException e) {
            throw new IllegalStateException("drawing the keys of the test issuer", e);
        } catch (IOException e) {
            throw new UncheckedIOException("starting the test issuer", e);
        }
    }

    /** For {@code spring.security.oauth2.resourceserver.jwt.issuer-uri}. */
    public String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public String jwkSetUri() {
        return issuer() + "/jwks";
    }

    public String tokenUri() {
        return issuer() + "/oauth2/token";
    }

    /** How many tokens the client-credentials endpoint has given. */
    public int issuedToClients() {
        return issuedToClients.get();
    }

    public String platformAdmin() {
        return withRoles("admin", "platform-admin");
    }

    public String platformReader() {
        return withRoles("reader", "platform-reader");
    }

    /** @param role {@code tenant-admin}, {@code tenant-operator} or {@code tenant-viewer} */
    public String tenant(String role, String tenant) {
        return token(claims -> claims.subject(role + "@" + tenant)
                .claim("roles", List.of(role))
                .claim("tenant", tenant));
    }

    /** Another service. */
    public String service(String clientId) {
        return withRoles(clientId, "service");
    }

    /** A NIC, bound to its name. */
    public String nic(String nic) {
        return token(
                claims -> claims.subject(nic).claim("roles", List.of("service")).claim("nic", nic));
    }

    public String withRoles(String subject, String... roles) {
        return token(claims -> claims.subject(subject).claim("roles", List.of(roles)));
    }

    /** A valid token but for what {@code change} makes of it. */
    public String token(Consumer<JWTClaimsSet.Builder> change) {
        return sign(change, key);
    }

    /** An administrator's token that ran out an hour ago. */
    public String expired() {
        Instant then = Instant.now().minus(Duration.ofHours(1));
        return token(claims ->
                admin(claims).issueTime(Date.from(then.minus(LIFETIME))).expirationTime(Date.from(then)));
    }

    /** From a clock that is ahead by an hour. */
    public String notYetValid() {
        Instant then = Instant.now().plus(Duration.ofHours(1));
        return token(claims -> admin(claims)
                .issueTime(Date.from(then))
                .notBeforeTime(Date.from(then))
                .expirationTime(Date.from(then.plus(LIFETIME))));
    }

    /** Signed with the right key, and says that somebody else issued it. */
    public String foreignIssuer() {
        return token(claims -> admin(claims).issuer("http://issuer.example"));
    }

    /** Meant for another system. */
    public String wrongAudience() {
        return token(claims -> admin(claims).audience("elsewhere"));
    }

    /** Right in all it says, signed with a key that is not the issuer's. */
    public String badSignature() {
        return sign(TestTokens::admin, strangerKey);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private static JWTClaimsSet.Builder admin(JWTClaimsSet.Builder claims) {
        return claims.subject("admin").claim("roles", List.of("platform-admin"));
    }

    private String sign(Consumer<JWTClaimsSet.Builder> change, ECKey signingKey) {
        Instant now = Instant.now();
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(AUDIENCE)
                .jwtID(UUID.randomUUID().toString())
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(LIFETIME)));
        change.accept(claims);
        var jwt = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .keyID(signingKey.getKeyID())
                        .build(),
                claims.build());
        try {
            jwt.sign(new ECDSASigner(signingKey));
        } catch (JOSEException e) {
            throw new IllegalStateException("signing a test token", e);
        }
        return jwt.serialize();
    }

    private String discovery() {
        return """
                {"issuer":"%s","jwks_uri":"%s","token_endpoint":"%s","response_types_supported":["code"],
                 "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["ES256"]}""".formatted(issuer(), jwkSetUri(), tokenUri());
    }

    /** RFC 6749 4.4 with the client's secret in a Basic header. */
    private void onTokenRequest(HttpExchange exchange) throws IOException {
        String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String client = authenticatedClient(exchange.getRequestHeaders().getFirst("Authorization"));
        if (client == null) {
            answer(exchange, 401, "{\"error\":\"invalid_client\"}");
        } else if (!form.contains("grant_type=client_credentials")) {
            answer(exchange, 400, "{\"error\":\"unsupported_grant_type\"}");
        } else {
            issuedToClients.incrementAndGet();
            answer(
                    exchange,
                    200,
                    "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":%d}"
                            .formatted(nic(client), LIFETIME.toSeconds()));
        }
    }

    private static @Nullable String authenticatedClient(@Nullable String authorization) {
        if (authorization == null || !authorization.startsWith("Basic ")) {
            return null;
        }
        byte[] decoded = Base64.getDecoder().decode(authorization.substring("Basic ".length()));
        String[] credentials = new String(decoded, StandardCharsets.UTF_8).split(":", 2);
        return credentials.length == 2 && credentials[1].equals(CLIENT_SECRET) ? credentials[0] : null;
    }

    private static void answer(HttpExchange exchange, int status, String json) throws IOException {
        try (exchange) {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
