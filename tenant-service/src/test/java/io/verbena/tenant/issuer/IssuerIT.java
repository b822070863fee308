package io.verbena.tenant.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import io.verbena.testkit.TestTokens;
import java.util.Date;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class IssuerIT {
    private final RunningService service = RunningService.shared();
    private String tenant;
    private String clients;

    @BeforeEach
    void growTree() {
        tenant = service.newTenant(service.newOrganisation());
        clients = "/api/v1/tenants/" + tenant + "/clients";
    }

    @Test
    void aTokenSaysWhoForWhatAndForHowLong() throws Exception {
        JWTClaimsSet claims = claims(service.token("nic-a", "nic-a-secret"));
        assertThat(claims.getIssuer()).isEqualTo(RunningService.ISSUER);
        assertThat(claims.getAudience()).containsExactly("verbena");
        assertThat(claims.getSubject()).isEqualTo("nic-a");
        assertThat(claims.getStringListClaim("roles")).containsExactly("service");
        assertThat(claims.getStringClaim("nic")).isEqualTo("nic-a");
        assertThat(claims.getClaim("tenant")).isNull();
        Date issued = claims.getIssueTime();
        assertThat(claims.getExpirationTime().getTime() - issued.getTime()).isEqualTo(15 * 60 * 1000);
    }

    @Test
    void itsSignatureIsThePublishedKeys() throws Exception {
        var jwt = SignedJWT.parse(service.token("admin", "admin-secret"));
        Answer published = service.withToken("").get("/oauth2/jwks");
        var keys = JWKSet.parse(published.body().toString());
        JWSVerifier verifier =
                new ECDSAVerifier(keys.getKeyByKeyId(jwt.getHeader().getKeyID()).toECKey());
        assertThat(jwt.verify(verifier)).isTrue();
        assertThat(published.body().toString()).doesNotContain("\"d\":");
    }

    @Test
    void discoveryNamesTheIssuerAndItsEndpoints() {
        Answer discovery = service.withToken("").get("/.well-known/openid-configuration");
        assertThat(discovery.status()).isEqualTo(200);
        assertThat(discovery.body().get("issuer").stringValue()).isEqualTo(RunningService.ISSUER);
        assertThat(discovery.body().get("jwks_uri").stringValue()).isEqualTo(RunningService.ISSUER + "/oauth2/jwks");
        assertThat(discovery.body().get("token_endpoint").stringValue())
                .isEqualTo(RunningService.ISSUER + "/oauth2/token");
    }

    @Test
    void aWrongSecretOrClientGetsNothing() {
        assertThat(service.requestToken("admin", "guess").status()).isEqualTo(401);
        assertThat(service.requestToken("nobody", "admin-secret").status()).isEqualTo(401);
        assertThat(service.requestToken("admin", "").status()).isGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tenant-admin", "tenant-operator", "tenant-viewer"})
    void aTenantsClientIsBoundToItsTenantAndRole(String role) throws Exception {
        Answer created = service.admin().post(clients, "{'spec':{'role':'" + role + "'}}");
        assertThat(created.status()).isEqualTo(201);
        JWTClaimsSet claims = claims(service.token(
                created.body().get("clientId").stringValue(),
                created.body().get("clientSecret").stringValue()));
        assertThat(claims.getStringListClaim("roles")).containsExactly(role);
        assertThat(claims.getStringClaim("tenant")).isEqualTo(tenant);
    }

    @Test
    void aSecretIsToldOnceAndStoredHashed() {
        Answer created = service.admin().post(clients, "{'spec':{'role':'tenant-viewer'}}");
        String id = created.body().get("clientId").stringValue();
        String secret = created.body().get("clientSecret").stringValue();
        assertThat(secret).hasSizeGreaterThanOrEqualTo(43);
        assertThat(created.response().headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(service.admin().get(clients).body().toString()).contains(id).doesNotContain(secret);
        assertThat(service.admin().get(clients + "/" + id).body().toString()).doesNotContain(secret, "{bcrypt}");
        assertThat(hashOf(id)).startsWith("{bcrypt}");
    }

    @Test
    void aHashThatIsTooWeakIsMadeAnewWhenItsSecretIsUsed() {
        Answer created = service.admin().post(clients, "{'spec':{'role':'tenant-viewer'}}");
        String id = created.body().get("clientId").stringValue();
        String secret = created.body().get("clientSecret").stringValue();
        String weak = "{bcrypt}" + new BCryptPasswordEncoder(4).encode(secret);
        service.bean(JdbcClient.class)
                .sql("UPDATE client SET secret_hash = ? WHERE id = ?")
                .params(weak, id)
                .update();

        assertThat(service.requestToken(id, "guess").status()).isEqualTo(401);
        assertThat(hashOf(id)).isEqualTo(weak);
        assertThat(service.requestToken(id, secret).status()).isEqualTo(200);
        assertThat(hashOf(id)).startsWith("{bcrypt}$2a$10$");
        assertThat(service.requestToken(id, secret).status()).isEqualTo(200);
    }

    private String hashOf(String id) {
        return service.bean(JdbcClient.class)
                .sql("SELECT secret_hash FROM client WHERE id = ?")
                .param(id)
                .query(String.class)
                .single();
    }

    @Test
    void aDeletedClientGetsNoMoreTokens() {
        Answer created = service.admin().post(clients, "{'spec':{'role':'tenant-admin'}}");
        String id = created.body().get("clientId").stringValue();
        String secret = created.body().get("clientSecret").stringValue();
        assertThat(service.admin().delete(clients + "/" + id).status()).isEqualTo(428);
        assertThat(service.admin()
                        .delete(clients + "/" + id, "If-Match", created.etag())
                        .status())
                .isEqualTo(204);
        assertThat(service.requestToken(id, secret).status()).isEqualTo(401);
        assertThat(service.admin().get(clients + "/" + id).problem()).isEqualTo("not-found");
    }

    @Test
    void clientsGoWithTheirTenant() {
        Answer created = service.admin().post(clients, "{'spec':{'role':'tenant-admin'}}");
        service.admin().delete("/api/v1/tenants/" + tenant, "If-Match", "*");
        assertThat(service.requestToken(
                                created.body().get("clientId").stringValue(),
                                created.body().get("clientSecret").stringValue())
                        .status())
                .isEqualTo(401);
    }

    @Test
    void aTenantsAdministratorMakesClientsOfItsOwnTenantOnly() {
        String other = service.newTenant(service.newOrganisation());
        String body = "{'spec':{'role':'tenant-operator'}}";
        Api asAdmin = service.tenantClient(tenant, "tenant-admin");
        assertThat(asAdmin.post(clients, body).status()).isEqualTo(201);
        assertThat(asAdmin.post("/api/v1/tenants/" + other + "/clients", body).problem())
                .isEqualTo("not-found");
        assertThat(asAdmin.get("/api/v1/tenants/" + other + "/clients").problem())
                .isEqualTo("not-found");
        assertThat(service.tenantClient(tenant, "tenant-operator")
                        .post(clients, body)
                        .problem())
                .isEqualTo("permission-denied");
        assertThat(service.tenantClient(tenant, "tenant-viewer")
                        .post(clients, body)
                        .problem())
                .isEqualTo("permission-denied");
    }

    @Test
    void anotherTenantsClientIsNotThere() {
        String other = service.newTenant(service.newOrganisation());
        String id = service.admin()
                .post(clients, "{'spec':{'role':'tenant-admin'}}")
                .body()
                .get("clientId")
                .stringValue();
        String crossed = "/api/v1/tenants/" + other + "/clients/" + id;
        assertThat(service.admin().get(crossed).problem()).isEqualTo("not-found");
        assertThat(service.admin().delete(crossed, "If-Match", "*").problem()).isEqualTo("not-found");
        assertThat(service.admin().get(clients + "/admin").problem())
                .as("the platform's clients are nobody's tenant")
                .isEqualTo("not-found");
    }

    @Test
    void aTenantGivesOutNoRoleOfThePlatform() {
        for (String role : List.of("platform-admin", "service", "root")) {
            Answer refused = service.admin().post(clients, "{'spec':{'role':'" + role + "'}}");
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.pointer()).isEqualTo("/spec/role");
        }
        assertThat(service.admin()
                        .post(clients, "{'spec':{'role':'tenant-admin','nic':'nic-a'}}")
                        .pointer())
                .isEqualTo("/spec/nic");
    }

    @Test
    void aSecretIsNotKeptForRepeats() {
        Answer refused =
                service.admin().post(clients, "{'spec':{'role':'tenant-admin'}}", "Idempotency-Key", "\"once\"");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(service.admin().get(clients).body().get("items").isEmpty()).isTrue();
    }

    @Test
    void tokensOfOthersAreRefused() {
        try (var stranger = TestTokens.start()) {
            for (String token : List.of(
                    stranger.platformAdmin(), stranger.expired(), stranger.badSignature(), stranger.wrongAudience())) {
                Answer answer = service.withToken(token).get("/api/v1/tenants");
                assertThat(answer.status()).isEqualTo(401);
                assertThat(answer.problem()).isEqualTo("unauthenticated");
            }
        }
    }

    private static JWTClaimsSet claims(String token) throws Exception {
        return SignedJWT.parse(token).getJWTClaimsSet();
    }
}
