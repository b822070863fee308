package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.io.PrintStream;
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

/** Parts go away while tenants' traffic flows. One system, whose drills come one after another. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DrillsIT {
    private static final int DRILL_SECONDS = 120;

    private static final Settings SETTINGS = Settings.defaults().withAddressPool("127.81.0.0/16");

    private static final PrintStream OUT = System.out;
    private static final PrintStream ERR = System.err;

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
