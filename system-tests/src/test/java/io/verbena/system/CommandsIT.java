package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.ctl.Vnicctl;
import io.verbena.system.Command.Ended;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
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
import java.util.List;
import java.util.Map;
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
                operatorsUseVnicctl(running.path("sriovUrl").asString());
            } finally {
                up.destroy();
                assertThat(up.waitFor(STOP_SECONDS, TimeUnit.SECONDS)).isTrue();
            }
            assertThat(up.exitValue()).isEqualTo(128 + 15);
        }
        assertThat(state).doesNotExist();
        assertThat(folder.resolve(".verbena/vnicctl.properties")).doesNotExist();
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

    /** From nothing to a VF and back, and what is refused on the way; by the file that the running system has left. */
    private void operatorsUseVnicctl(String sriovUrl) {
        done("create", "organisation", "acme");
        done("create", "project", "lab", "-O", "acme");
        assertThat(done("create", "tenant", "blue", "-O", "acme", "-P", "lab"))
                .contains("tenant blue of acme/lab created");
        assertThat(vnicctl(1, "create", "tenant", "blue", "-O", "acme")).contains("urn:verbena:problem:already-exists");
        assertThat(vnicctl(1, "create", "tenant", "Blue", "-O", "acme")).contains("/metadata/name: ");
        done("quota", "set", "lab", "--project", "-l", "vf=1");
        assertThat(done("quota", "get", "lab", "--project")).contains("qp                none     0");
        done("quota", "set", "blue", "-l", "vf=1,qp=8,cq=8,mr=8,pd=8,registeredBytes=32Mi");
        assertThat(done("quota", "get", "blue")).contains("registeredBytes   32Mi     0");
        await().until(() -> done("get", "nics").contains("nic-b"));
        done("approve", "nic-b");
        StringWriter watched = new StringWriter();
        Thread watch = Thread.ofVirtual()
                .start(() -> Vnicctl.run(
                        Map.of("VNICCTL_CONFIG", configuration().toString()),
                        new PrintWriter(watched, true),
                        new PrintWriter(watched, true),
                        "get",
                        "vfs",
                        "-t",
                        "blue",
                        "--watch"));
        String[] vf = {
            "create", "vf", "blue-a", "-t", "blue", "-l", "qp=8,cq=8,mr=8,pd=8,registeredBytes=32Mi", "--wait"
        };
        assertThat(done(vf)).contains("VF blue-a of blue is ready");
        assertThat(done("get", "vfs")).contains("blue-a", "ACTIVE", "True", "nic-b", "32Mi");
        assertThat(done("drain", "vf", "blue-a", "-t", "blue", "--deadline", "30", "--outcome", "cancel", "--wait"))
                .contains("VF blue-a of blue is gone");
        done("cordon", "nic-b");
        assertThat(done("get", "nics")).contains("READY,CORDONED");
        assertThat(vnicctl(5, vf)).contains("take no new virtual function");
        done("uncordon", "nic-b");
        done(vf);
        assertThat(done("drain", "nic", "nic-b", "--deadline", "0", "--outcome", "force", "--wait"))
                .contains("nic-b holds no virtual function");
        done("uncordon", "nic-b");
        done(vf);
        assertThat(done("describe", "vf", "blue-a", "-t", "blue"))
                .contains("ACTIVE since", "Limit qp", "Ready", "Applied", "Requested");
        vf[2] = "blue-b";
        assertThat(vnicctl(5, vf)).contains("vf of project/lab: limit 1, used 1");
        assertThat(vnicctl(4, "get", "tenants", "green")).contains("urn:verbena:problem:not-found");
        assertThat(JsonMapper.shared()
                        .readTree(done("get", "vfs", "-t", "blue", "-o", "json"))
                        .path("items"))
                .hasSize(1);
        assertThat(done("delete", "vf", "blue-a", "-t", "blue", "--wait")).contains("is gone");
        await().until(() -> watched.toString().lines().anyMatch(line -> line.startsWith("-  blue-a")));
        assertThat(watched.toString())
                .contains("+  blue-a", "ACTIVE", "RESETTING")
                .doesNotContain("vnicctl:");
        watch.interrupt();
        assertThat(done("events", "-t", "blue")).contains("Requested", "Active", "Removed");
        done("suspend", "blue", "--reason", "unpaid");
        assertThat(done("get", "tenants")).contains("SUSPENDED");
        vf[2] = "blue-a";
        assertThat(vnicctl(5, vf)).contains("Tenant blue is suspended");
        done("resume", "blue");
        done(vf);
        assertThat(done("offboard", "blue")).contains("blue is gone");
        done("delete", "project", "lab");
        done("delete", "organisation", "acme");
        assertThat(vnicctl(3, "get", "nics", "--sriov-url", sriovUrl.replaceFirst("\\d+$", "1")))
                .contains("nothing listens");
    }

    private Path configuration() {
        return folder.resolve(".verbena/vnicctl.properties");
    }

    private String done(String... arguments) {
        return vnicctl(0, arguments);
    }

    /** What it printed, on either stream. */
    private String vnicctl(int exitCode, String... arguments) {
        StringWriter printed = new StringWriter();
        PrintWriter writer = new PrintWriter(printed, true);

        int ended = Vnicctl.run(Map.of("VNICCTL_CONFIG", configuration().toString()), writer, writer, arguments);

        assertThat(ended).as(String.join(" ", arguments) + "\n" + printed).isEqualTo(exitCode);
        if (exitCode == 0 && !List.of(arguments).contains("json")) {
            // A service's sentence is as long as it is; tables and our own fit a terminal.
            assertThat(printed.toString().lines().filter(line -> !line.contains("{")))
                    .allMatch(line -> line.length() <= 80);
        }
        return printed.toString();
    }
}
