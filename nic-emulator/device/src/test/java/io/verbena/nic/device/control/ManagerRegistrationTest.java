package io.verbena.nic.device.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.NicRegistration;
import io.verbena.contracts.nic.WireKind;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a real issuer and a server that answers as sriov-manager's contract says. */
class ManagerRegistrationTest {
    private static final NicRegistration REGISTRATION = new NicRegistration(
            "nic-a",
            "host-1",
            UUID.randomUUID(),
            URI.create("http://127.0.0.1:9001"),
            WireKind.UDP,
            null,
            new NicCapability(4, 4096, Map.of(), Map.of()));

    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private TestTokens tokens;
    private HttpServer manager;
    private volatile String reply = "{\"approved\":false,\"heartbeatSeconds\":1,\"addedLater\":1}";
    private volatile int status = 200;

    @BeforeEach
    void start() throws IOException {
        tokens = TestTokens.start();
        manager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        manager.createContext("/", this::answer);
        manager.start();
    }

    @AfterEach
    void stop() {
        manager.stop(0);
        tokens.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            seen.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization").substring(0, 10) + " " + body);
            byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private ManagerRegistration register(String secret) {
        return ManagerRegistration.start(
                REGISTRATION.nic(),
                () -> REGISTRATION,
                new ManagerClient(
                        URI.create("http://127.0.0.1:" + manager.getAddress().getPort()),
                        new Issuer(URI.create(tokens.issuer()), http),
                        new ClientCredentials("nic-a", secret),
                        http));
    }

    @Test
    void waitsUntilAnOperatorApproved() {
        try (ManagerRegistration registration = register(TestTokens.CLIENT_SECRET)) {
            await().until(registration::standing, Standing.WAITING_FOR_APPROVAL::equals);
            reply = "{\"approved\":true,\"heartbeatSeconds\":1}";
            await().until(registration::standing, Standing.APPROVED::equals);

            assertThat(seen.getFirst())
                    .startsWith("POST /api/v1/nics/nic-a:register Bearer ey")
                    .contains("\"bootId\":\"" + REGISTRATION.bootId() + "\"");
            assertThat(tokens.issuedToClients()).isEqualTo(1);
        }
    }

    @Test
    void keepsItsStandingWhileTheManagerIsAwayAndGetsANewTokenWhenItsOwnIsRefused() {
        reply = "{\"approved\":true,\"heartbeatSeconds\":1}";
        try (ManagerRegistration registration = register(TestTokens.CLIENT_SECRET)) {
            await().until(registration::standing, Standing.APPROVED::equals);
            status = 401;
            await().until(() -> tokens.issuedToClients() >= 2);

            assertThat(registration.standing()).isEqualTo(Standing.APPROVED);
        }
    }

    @Test
    void aWrongSecretNeverReachesTheManager() {
        try (ManagerRegistration registration = register("guess")) {
            await().during(Duration.ofMillis(300)).until(() -> seen.isEmpty());

            assertThat(registration.standing()).isEqualTo(Standing.UNREGISTERED);
        }
    }
}
