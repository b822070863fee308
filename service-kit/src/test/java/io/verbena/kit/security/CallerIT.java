package io.verbena.kit.security;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.kit.sample.Api.Answer;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallerIT {
    private static final String OWN = "/api/v1/tenants/own/things";
    private static final String OTHERS = "/api/v1/tenants/others/things";

    @Test
    void tenantRolesSeeTheirTenantOnly() {
        for (String role : List.of("tenant-admin", "tenant-operator", "tenant-viewer")) {
            String token = TOKENS.tenant(role, "own");
            assertThat(API.get(OWN, token).status()).isEqualTo(200);
            assertThat(API.get(OTHERS, token).status()).isEqualTo(404);
        }
    }

    @Test
    void anotherTenantsObjectAndAMissingOneAreAnsweredAlike() {
        String thing = "{\"name\":\"hidden\",\"spec\":{\"size\":1}}";
        assertThat(API.post(OTHERS, TOKENS.platformAdmin(), thing).status()).isEqualTo(201);
        String token = TOKENS.tenant("tenant-admin", "own");
        Answer there = API.get(OTHERS + "/hidden", token);
        Answer missing = API.get("/api/v1/tenants/others/things/nothing", token);
        assertThat(there.status()).isEqualTo(404);
        assertThat(comparable(there)).isEqualTo(comparable(missing));
    }

    @Test
    void whoMayCallIsCheckedBeforeAnythingOfTheRequestIsRead() {
        String token = TOKENS.tenant("tenant-admin", "own");
        for (String body : List.of("{\"name\":\"hidden\",\"spec\":{\"size\":1}}", "{\"name\":1}", "{", "")) {
            assertThat(API.post(OTHERS, token, body).status()).as(body).isEqualTo(404);
        }
        assertThat(API.get(OTHERS + "?pageToken=none", token).status()).isEqualTo(404);
        assertThat(API.send("PUT", OTHERS + "/hidden", token, "{}").status())
                .as("without If-Match")
                .isEqualTo(404);
    }

    @Test
    void readersAndViewersOnlyRead() {
        String thing = "{\"name\":\"x\",\"spec\":{\"size\":1}}";
        assertThat(API.get(OTHERS, TOKENS.platformReader()).status()).isEqualTo(200);
        assertThat(API.post(OWN, TOKENS.platformReader(), thing).status()).isEqualTo(403);
        assertThat(API.post(OWN, TOKENS.tenant("tenant-viewer", "own"), thing).status())
                .isEqualTo(403);
    }

    @Test
    void aTenantClaimWithoutATenantRoleShowsNothing() {
        String token = TOKENS.token(claims -> claims.subject("x")
                .claim("roles", List.of("service", "made-up"))
                .claim("tenant", "own"));
        assertThat(API.get(OWN, token).status()).isEqualTo(404);
        String none = TOKENS.token(claims -> claims.subject("x").claim("tenant", "own"));
        assertThat(API.get(OWN, none).status()).isEqualTo(404);
    }

    @Test
    void aNicSpeaksForItselfOnly() {
        assertThat(API.post("/api/v1/nics/nic-a:register", TOKENS.nic("nic-a"), null)
                        .status())
                .isEqualTo(200);
        assertThat(API.post("/api/v1/nics/nic-b:register", TOKENS.nic("nic-a"), null)
                        .status())
                .isEqualTo(403);
        assertThat(API.post("/api/v1/nics/nic-a:register", TOKENS.service("sriov-manager"), null)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void healthMetricsAndApiPagesAreOpen() {
        for (String path : List.of(
                "/livez",
                "/readyz",
                "/actuator/health",
                "/actuator/prometheus",
                "/v3/api-docs",
                "/swagger-ui/index.html")) {
            assertThat(API.get(path, null).status()).as(path).isEqualTo(200);
        }
    }

    @Test
    void theApiPageShowsNoArgumentsOfOurs() {
        assertThat(API.get("/v3/api-docs", null).body())
                .contains("/api/v1/tenants/{tenant}/things")
                .doesNotContain("subject");
    }

    private static String comparable(Answer answer) {
        var members = answer.json();
        members.remove("traceId");
        members.remove("instance");
        return members.toString();
    }
}
