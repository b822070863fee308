package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.system.Command.Ended;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code up}, with a port taken, then {@code token}, then the signal that ends it. */
class CommandsIT {
    private static final Duration START_LIMIT = Duration.ofSeconds(180);
    private static final int STOP_SECONDS = 60;

    @TempDir
    Path folder;

    @Test
    void servesTokensUntilASignalAndLeavesNothingBehind() throws Exception {
        Path output = folder.resolve("up.out");
        Path state = folder.resolve(".verbena/standalone.json");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            Process up = Command.start(
                    Command.verbena(
                            folder, "up", "--http-port", Integer.toString(port), "--address-pool", "127.78.0.0/16"),
                    output);
            try {
                await().atMost(START_LIMIT)
                        .failFast("the system has ended", () -> !up.isAlive())
                        .until(() -> Files.readString(output).contains("Up until Ctrl-C."));

                assertThat(Files.readString(output)).contains("port " + port + " is taken: tenant-service listens on");
                assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
                        .isEqualTo("rw-------");
                JsonNode running = JsonMapper.shared().readTree(Files.readString(state));
                tokensOpenTheApi(running.path("tenantUrl").asString());
            } finally {
                up.destroy();
                assertThat(up.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(up.exitValue()).isEqualTo(128 + 15);
        }
        assertThat(state).doesNotExist();
        assertThat(Files.readString(output)).contains("Stopping.");
        assertThat(Command.run(Command.verbena(folder, "token", "acme")).exitCode())
                .isEqualTo(1);
    }

    private void tokensOpenTheApi(String tenantUrl) throws IOException, InterruptedException {
        Ended unknown = Command.run(Command.verbena(folder, "token", "green"));
        assertThat(unknown.exitCode()).isEqualTo(1);
        assertThat(unknown.output()).contains("there is no tenant green; there is none yet");

        Ended operator = Command.run(Command.verbena(folder, "token", "--operator"));
        assertThat(operator.exitCode()).as(operator.output()).isZero();
        HttpRequest request = HttpRequest.newBuilder(URI.create(tenantUrl + "/api/v1/tenants"))
                .header("Authorization", "Bearer " + operator.output().strip())
                .build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(http.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
        }
    }
}
