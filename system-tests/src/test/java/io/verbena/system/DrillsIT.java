package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.standalone.demo.Scenario;
import io.verbena.standalone.demo.Summary.Refusal;
import io.verbena.standalone.demo.Summary.Transfer;
import io.verbena.standalone.demo.Target;
import io.verbena.standalone.system.OneJvm;
import io.verbena.standalone.system.Progress;
import io.verbena.standalone.system.Service;
import io.verbena.standalone.system.ServiceLogs;
import io.verbena.standalone.system.Settings;
import io.verbena.standalone.terminal.Terminal;
import io.verbena.system.Command.Ended;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Parts go away while tenants' traffic flows. One system, whose drills come one after another. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DrillsIT {
    private static final int DRILL_SECONDS = 120;

    private static final Settings SETTINGS = Settings.defaults().withAddressPool("127.81.0.0/16");

    private static final PrintStream OUT = System.out;
    private static final PrintStream ERR = System.err;

    @TempDir
    static Path folder;

    private static OneJvm jvm;
    private static Scenario scenario;
    private static final List<Transfer> transfers = new ArrayList<>();

    @BeforeAll
    static void startAndSetUp() throws Exception {
        ServiceLogs.toFile(Path.of("target/drills.log").toAbsolutePath());
        jvm = OneJvm.prepare(SETTINGS, _ -> {});
        jvm.start(new Unwatched());
        long startNs = System.nanoTime();
        scenario = Scenario.prepare(
                Terminal.plain(System.out),
                Target.of(jvm, SETTINGS),
                () -> Duration.ofNanos(System.nanoTime() - startNs));
        scenario.setUp();
    }

    @AfterAll
    static void stop() {
        if (scenario != null) {
            scenario.close();
        }
        if (jvm != null) {
            jvm.close();
        }
        System.setOut(OUT);
        System.setErr(ERR);
    }

    @Test
    @Order(1)
    void withoutKafkaTheNicForwardsAndTheControlPlaneDecidesAndTelemetryCatchesUp() throws Exception {
        jvm.pauseKafka();

        transfer();
        List<Refusal> refusals = scenario.refuse();
        jvm.resumeKafka();

        assertThat(transfers).allMatch(Transfer::verified);
        assertThat(refusals).extracting(Refusal::layer).containsExactly("datapath", "admission");
        telemetryKnowsAllBytes();
    }

    @Test
    @Order(2)
    void aRestartOfTheManagerDisturbsNoTraffic() throws Exception {
        CompletableFuture<Void> restarted = CompletableFuture.runAsync(() -> restart(Service.SRIOV));
        do {
            transfer();
        } while (!restarted.isDone());
        restarted.get(DRILL_SECONDS, TimeUnit.SECONDS);

        assertThat(transfers).allMatch(Transfer::verified);
        assertThat(scenario.refuse()).extracting(Refusal::used).containsExactly(8L, 2L);
        telemetryKnowsAllBytes();
    }

    /** As it would be through containers: another process, which finds the tenants and VFs of an earlier run. */
    @Test
    @Order(3)
    void theScenarioIsPlayedAgainFromOutside() throws Exception {
        Ended ended = Command.run(elsewhere());

        assertThat(ended.exitCode()).as(ended.output()).isZero();
        assertThat(ended.output()).contains("56 transfers verified", "2 refusals as expected", "there already");
        assertThat(summary().path("repeats").asInt()).isZero();
        assertThat(summary()
                        .path("vfs")
                        .valueStream()
                        .map(vf -> vf.path("qpsUsed").asInt()))
                .containsExactlyInAnyOrder(1, 1, 1, 8);
    }

    @Test
    @Order(4)
    void theScenarioConvergesWhileANicAndAServiceAreRestarted() throws Exception {
        Path output = folder.resolve("restarts.out");
        Process demo = Command.start(elsewhere(), output);
        try {
            await().atMost(Duration.ofSeconds(DRILL_SECONDS))
                    .until(() -> Files.readString(output).contains("RDMA between"));

            jvm.restartNic(OneJvm.nicNames().getLast());
            restart(Service.SRIOV);

            assertThat(demo.waitFor(2 * DRILL_SECONDS, TimeUnit.SECONDS)).isTrue();
        } finally {
            demo.destroy();
        }
        assertThat(demo.exitValue()).as(Files.readString(output)).isZero();
        assertThat(summary().path("verified").asBoolean()).isTrue();
    }

    private static List<String> elsewhere() throws Exception {
        Path secret = Files.writeString(folder.resolve("secret"), jvm.operator().secret() + "\n");
        List<String> arguments = new ArrayList<>(List.of(
                "demo",
                "--compose",
                "--exit",
                "--summary",
                "f.json",
                "--tenant-url",
                jvm.url(Service.TENANT).toString(),
                "--sriov-url",
                jvm.url(Service.SRIOV).toString(),
                "--telemetry-url",
                jvm.url(Service.TELEMETRY).toString(),
                "--operator-secret-file",
                secret.toString()));
        OneJvm.nicNames()
                .forEach(nic -> arguments.addAll(
                        List.of("--nic", nic + "=" + jvm.nic(nic).adminUrl())));
        return Command.verbena(folder, arguments.toArray(String[]::new));
    }

    private static JsonNode summary() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(folder.resolve("f.json")));
    }

    private static void transfer() throws Exception {
        transfers.addAll(scenario.transfer());
    }

    private static void restart(Service service) {
        try {
            jvm.restart(service);
        } catch (Exception e) {
            throw new CompletionException(e);
        }
    }

    private static void telemetryKnowsAllBytes() throws Exception {
        scenario.report(transfers)
                .forEach((vf, metrics) -> assertThat(metrics.transmitBytes())
                        .as(vf)
                        .isGreaterThan(transfers.stream()
                                .filter(transfer -> transfer.fromVf().equals(vf))
                                .mapToLong(Transfer::bytes)
                                .sum()));
    }

    private static final class Unwatched implements Progress {
        @Override
        public void starting(String part) {}

        @Override
        public void up(String part, String where) {}

        @Override
        public void failed(String part, String why) {}
    }
}
