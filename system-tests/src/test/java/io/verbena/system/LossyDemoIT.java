package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The demo over ports that drop every twentieth packet. */
class LossyDemoIT {
    @TempDir
    static Path folder;

    private static DemoOutcome demo;

    @BeforeAll
    static void runTheDemo() throws Exception {
        demo = DemoOutcome.run(folder, List.of(), "--loss", "5");
    }

    @Test
    void verifiesEveryTransferAllTheSame() {
        assertThat(demo.process().exitCode()).as(demo.process().output()).isZero();
        assertThat(demo.list("transfers"))
                .isNotEmpty()
                .allMatch(transfer -> transfer.path("verified").asBoolean());
    }

    @Test
    void dropsAndSendsAgainOnBothNics() {
        assertThat(demo.list("nics")).hasSize(2).allSatisfy(nic -> {
            assertThat(nic.path("drops").asLong()).isPositive();
            assertThat(nic.path("retransmits").asLong()).isPositive();
        });
    }

    /** Trains with holes are sealed packet by packet too. */
    @Test
    void sealsEveryPacketThatItSends() throws Exception {
        Capture capture = Capture.read(demo.pcap());

        assertThat(capture.malformed()).isEmpty();
        assertThat(capture.packets()).isNotEmpty();
        assertThat(capture.packets().stream().filter(packet -> !packet.icrcRight()))
                .isEmpty();
    }
}
