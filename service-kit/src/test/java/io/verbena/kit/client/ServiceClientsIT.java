package io.verbena.kit.client;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.tls.OutgoingRequests;
import io.verbena.testkit.TestTokens;
import io.verbena.tls.Tls;
import java.net.URI;
import org.junit.jupiter.api.Test;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

class ServiceClientsIT {
    @Test
    void oneTokenServesManyCalls() {
        int before = TOKENS.issuedToClients();
        RestClient client = clients("nic-c").to(API.base());
        for (int i = 0; i < 3; i++) {
            client.post().uri("/api/v1/nics/nic-c:register").retrieve().toBodilessEntity();
        }
        assertThat(TOKENS.issuedToClients() - before).isEqualTo(1);
    }

    @Test
    void aRefusalComesBackAsItsProblem() {
        RemoteProblem refused = catchThrowableOfType(
                RemoteProblem.class,
                () -> clients("nic-c")
                        .to(API.base())
                        .post()
                        .uri("/api/v1/nics/nic-d:register")
                        .retrieve()
                        .toBodilessEntity());
        assertThat(refused.problem().type()).isEqualTo(ProblemType.PERMISSION_DENIED);
    }

    @Test
    void nobodyThereIsToldApart() {
        RestClient client = clients("nic-c").to(URI.create("http://127.0.0.1:1"));
        assertThat(catchThrowableOfType(
                        ResourceAccessException.class,
                        () -> client.get().uri("/").retrieve().toBodilessEntity()))
                .isNotNull();
    }

    @Test
    void thePropertiesDoNotPrintTheSecret() {
        assertThat(properties("nic-c").toString()).doesNotContain(TestTokens.CLIENT_SECRET);
    }

    private static ServiceClients clients(String id) {
        return new ClientConfiguration()
                .serviceClients(properties(id), new JsonMapper(), OutgoingRequests.of(Tls.NONE));
    }

    private static ClientProperties properties(String id) {
        return new ClientProperties(id, TestTokens.CLIENT_SECRET, TOKENS.tokenUri());
    }
}
