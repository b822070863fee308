package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.ctl.Vnicctl;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The built images, from nothing to a VF on a NIC: what an operator does for it, and what a tenant does. */
class ImagesIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String ENGINES =
            System.getenv().getOrDefault("VERBENA_TEST_ENGINES", "").toLowerCase();
    private static final String LIMITS = "qp=8,cq=8,mr=8,pd=8,registeredBytes=32Mi";

    private final HttpClient http = HttpClient.newHttpClient();
    private BuiltImages system;

    private record Client(String id, String secret) {}

    private final Client operator = new Client("operator", BuiltImages.OPERATOR_SECRET);

    @BeforeEach
    void start() {
        assumeTrue(!ENGINES.equals("embedded"), "VERBENA_TEST_ENGINES=embedded: no containers are wanted");
        Optional<String> missing = BuiltImages.missing();
        if (!ENGINES.equals("containers")) {
            assumeTrue(missing.isEmpty(), () -> missing.orElse(""));
        }
        assertThat(missing).isEmpty();
        system = new BuiltImages();
        system.start();
    }

    @AfterEach
    void stop() {
        http.close();
        if (system != null) {
            system.close();
        }
    }

    @Test
    void anOperatorMakesRoomAndATenantUsesIt() throws Exception {
        done(operator, "create", "organisation", "acme");
        done(operator, "create", "tenant", "blue", "-O", "acme");
        done(operator, "create", "tenant", "red", "-O", "acme");
        done(operator, "quota", "set", "blue", "-l", "vf=1," + LIMITS);
        await().atMost(LIMIT).until(() -> done(operator, "get", "nics").contains("nic-a"));
        done(operator, "approve", "nic-a");
        Client tenant = clientOf("blue");

        assertThat(done(tenant, "create", "vf", "blue-a", "-t", "blue", "-l", LIMITS, "--wait"))
                .contains("VF blue-a of blue is ready");
        assertThat(done(tenant, "get", "vfs", "-t", "blue")).contains("blue-a", "ACTIVE", "True", "nic-a");
        assertThat(done(tenant, "quota", "get", "blue")).contains("registeredBytes   32Mi  32Mi");
        assertThat(vnicctl(5, tenant, "create", "vf", "blue-b", "-t", "blue", "-l", LIMITS, "--wait"))
                .contains("vf of tenant/blue: limit 1, used 1");
        assertThat(vnicctl(1, tenant, "approve", "nic-a")).contains("urn:verbena:problem:permission-denied");
        assertThat(vnicctl(4, tenant, "get", "vfs", "-t", "red")).contains("urn:verbena:problem:not-found");

        // From the NIC through Kafka to telemetry-service.
        String token = done(tenant, "token").strip();
        URI counters = system.telemetryUrl().resolve("/api/v1/tenants/blue/virtualFunctions/blue-a/counters");
        await().atMost(LIMIT).until(() -> get(counters, token).statusCode() == 200);

        assertThat(done(operator, "get", "vfs")).contains("blue-a", "nic-a");
        assertThat(done(tenant, "delete", "vf", "blue-a", "-t", "blue", "--wait"))
                .contains("is gone");
        done(operator, "delete", "tenant", "blue");
    }

    /** What a program of the tenant shows to the issuer; vnicctl makes none. */
    private Client clientOf(String tenant) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        system.tenantUrl().resolve("/api/v1/tenants/" + tenant + "/clients"))
                .header("Authorization", "Bearer " + done(operator, "token").strip())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"spec\":{\"role\":\"tenant-operator\"}}"))
                .build();
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        JsonNode created = JsonMapper.shared().readTree(answer.body());
        return new Client(
                created.path("clientId").asString(),
                created.path("clientSecret").asString());
    }

    private HttpResponse<String> get(URI url, String token) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(url)
                .header("Authorization", "Bearer " + token)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private String done(Client client, String... arguments) {
        return vnicctl(0, client, arguments);
    }

    /** What it printed, on either stream. */
    private String vnicctl(int exitCode, Client client, String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed, true);
        Map<String, String> environment = Map.of(
                "VNICCTL_TENANT_URL", system.tenantUrl().toString(),
                "VNICCTL_SRIOV_URL", system.sriovUrl().toString(),
                "VNICCTL_CLIENT_ID", client.id(),
                "VNICCTL_CLIENT_SECRET", client.secret());

        int ended = Vnicctl.run(environment, writer, writer, arguments);

        assertThat(ended).as(String.join(" ", arguments) + "\n" + printed).isEqualTo(exitCode);
        return printed.toString();
    }
}
