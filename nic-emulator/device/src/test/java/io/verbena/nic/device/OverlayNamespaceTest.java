package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.overlay.Segment;
import io.verbena.nic.fabric.dissect.DissectCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the kernel really puts on a wire, seen from outside: tcpdump, our dissector and, where it is there, tshark. */
class OverlayNamespaceTest {
    private static final int BLUE = 0xabcdef;
    private static final int MEMORY_BYTES = 1 << 20;
    private static final int TIMEOUT_67_MS = 14;
    private static final Gid VTEP_A = Gid.parse("10.99.0.1");
    private static final Gid VTEP_B = Gid.parse("10.99.0.2");

    @TempDir
    private Path folder;

    private static NicDevice nic(String name, Gid vtep) throws Exception {
        return NicDevice.start(NicProperties.local(name, 1).withOverlay(vtep));
    }

    private static LocalFunction function(NicDevice nic, Gid address) {
        return new LocalFunction(nic.channel(), nic.identity().bootId(), 0, address.toString(), BLUE, MEMORY_BYTES);
    }

    @ParameterizedTest
    @CsvSource({"10.77.0.1, 10.77.0.2", "fd00:77::1, fd00:77::2"})
    void everyPacketOnTheWireReadsRight(String inA, String inB) throws Exception {
        Gid placeA = Gid.parse(inA);
        Gid placeB = Gid.parse(inB);
        Path file = folder.resolve("wire.pcap");
        try (NetworkNamespaces namespaces = new NetworkNamespaces();
                NicDevice nicA = namespaces.inA(() -> nic("nic-a", VTEP_A));
                NicDevice nicB = namespaces.inB(() -> nic("nic-b", VTEP_B));
                var a = function(nicA, placeA);
                var b = function(nicB, placeB)) {
            for (NicDevice nic : List.of(nicA, nicB)) {
                nic.locations().orElseThrow().apply(new Segment(BLUE, 1, Map.of(placeA, VTEP_A, placeB, VTEP_B)));
            }
            assertThat(nicA.capability().activeMtu()).as("of a link of 1500").isEqualTo(1024);
            var capture = namespaces.capture(file, "udp port 4789");
            a.connect(b, TIMEOUT_67_MS);
            b.connect(a, TIMEOUT_67_MS);

            Transfers.all(a, b, new int[] {1, 1024, 1025, 200_001});

            long packets = a.count(Counter.TRANSMIT_PACKETS) + b.count(Counter.TRANSMIT_PACKETS);
            StringBuilder lines = new StringBuilder();
            String said = capture.end(() -> dissect(file, lines).endsWith("packets " + packets + ", bad 0\n"));
            assertThat(lines.toString()).as(said).endsWith("packets " + packets + ", bad 0\n");
            tsharkAgrees(file, packets, placeA.isIpv4());
        }
    }

    private static String dissect(Path file, StringBuilder lines) {
        lines.setLength(0);
        try {
            DissectCommand.run(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.toString();
    }

    /**
     * Down to the BTH in the right VNI, with an inner UDP checksum that is right (1) or left out (3). The outer ones are the
     * link's to fill in, behind the capture.
     */
    private static void tsharkAgrees(Path file, long packets, boolean ipv4) throws Exception {
        if (!Files.isExecutable(Path.of("/usr/bin/tshark"))) {
            return;
        }
        Path words = Path.of(file + ".tshark");
        List<String> command = new ArrayList<>(List.of("tshark", "-r", file.toString()));
        command.addAll(List.of("-o", "udp.check_checksum:TRUE", "-Y", "vxlan.vni == 11259375 && infiniband.bth"));
        command.addAll(List.of("-T", "fields", "-e", "udp.checksum.status"));
        Process process = new ProcessBuilder(command)
                .redirectOutput(words.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor()).as("tshark's exit").isZero();
        assertThat(Files.readAllLines(words))
                .as("packets that tshark reads down to the BTH")
                .hasSize(Math.toIntExact(packets))
                .allMatch(statuses -> statuses.endsWith(ipv4 ? ",3" : ",1"));
    }

    @Test
    void aLinkThatIsTooSmallIsAClearError() throws Exception {
        try (NetworkNamespaces namespaces = new NetworkNamespaces()) {
            namespaces.inA(() -> {
                NetworkNamespaces.run("ip", "link", "set", "vb0", "mtu", "380");
                return null;
            });

            assertThatThrownBy(() -> namespaces.inA(() -> nic("nic-a", VTEP_A)))
                    .hasRootCauseMessage("no link for RoCE at 10.99.0.1: vb0 has MTU 380, and 386 is the least");
        }
    }
}
