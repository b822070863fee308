package io.verbena.nic.fabric.dissect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.IcrcCheck;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.fabric.dissect.Dissection.Acknowledgement;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every packet that Soft-RoCE sent in the captures is read as tshark reads it, and its ICRC is right. */
class CapturesTest {
    private final Dissector dissector = new Dissector();

    static Stream<Path> captures() {
        return Captures.all().stream();
    }

    @Test
    void allCapturesAreHere() {
        assertThat(captures()).hasSize(23);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyPacketIsAsTsharkSawIt(Path capture) throws IOException {
        String name = Captures.nameOf(capture);
        List<String> expected = Files.readAllLines(Captures.folder().resolve("tshark.txt")).stream()
                .filter(line -> line.startsWith(name + " "))
                .toList();
        assertThat(ours(capture)).isEqualTo(expected).isNotEmpty();
    }

    /** One file of all captures, as each start of tshark takes half a second. */
    @Test
    void everyPacketIsAsTheInstalledTsharkSeesIt(@TempDir Path folder) throws IOException {
        assumeTrue(onThePath("tshark"), "tshark is not installed");
        List<byte[]> frames = captures()
                .flatMap(capture -> Captures.frames(capture).stream())
                .map(Captures.Frame::bytes)
                .toList();
        Path all = Files.write(folder.resolve("all.pcap"), Captures.file(ByteOrder.LITTLE_ENDIAN, true, 1, frames));
        assertThat(ours(all)).isEqualTo(tshark(all)).hasSize(671);
    }

    @ParameterizedTest
    @MethodSource("captures")
    void everyIcrcIsRight(Path capture) {
        for (Captures.Frame frame : Captures.frames(capture)) {
            if (dissector.onFrame(frame.linkType(), frame.buffer()) instanceof RocePacket packet) {
                assertThat(packet.icrcRight()).as("frame %d", frame.number()).isTrue();
                assertThat((packet.payloadBytes() + packet.padBytes()) % 4).isZero();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("captures")
    void theNicAcceptsEveryPacketAndFindsItsIdentification(Path capture) {
        IcrcCheck check = new IcrcCheck();
        Icrc icrc = new Icrc();
        for (Captures.Frame frame : Captures.frames(capture)) {
            IpPacket ip = IpPacket.ofFrame(frame.linkType(), frame.buffer());
            if (!(dissector.onFrame(frame.linkType(), frame.buffer()) instanceof RocePacket)) {
                continue;
            }
            ReceivedTrain train = asReceived(frame, ip);
            check.begin(train);
            assertThat(check.accepts(train, 0)).as("frame %d", frame.number()).isTrue();
            if (ip.version() == 4) {
                ByteBuffer end = frame.buffer().order(ByteOrder.LITTLE_ENDIAN);
                int difference = end.getInt(ip.end() - Icrc.BYTES) ^ icrc.compute(train, 0);
                int identification = frame.buffer().getShort(ip.start() + 4) & 0xffff;
                assertThat(icrc.solveIdentification(ip.end() - ip.start(), difference))
                        .isEqualTo(identification);
            }
        }
    }

    @Test
    void theCommandPrintsALineAPacketAndTheSum() throws IOException {
        StringBuilder out = new StringBuilder();
        assertThat(DissectCommand.run(Captures.named("rc-send-small"), out)).isEqualTo(DissectCommand.ALL_RIGHT);
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(25);
        assertThat(lines.getFirst())
                .isEqualTo("  0.000000 192.0.2.3       192.0.2.2       RC Send Only                 0x000011"
                        + "  3374942 A -              -   13 icrc=ok");
        assertThat(lines.getLast()).isEqualTo("packets 24, bad 0");
        assertThat(lines).allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(121));
    }

    private List<String> ours(Path capture) {
        List<String> lines = new ArrayList<>();
        for (Captures.Frame frame : Captures.frames(capture)) {
            if (dissector.onFrame(frame.linkType(), frame.buffer()) instanceof RocePacket packet) {
                Acknowledgement ack = packet.acknowledgement();
                lines.add("%s %d %d 0x%06x %d %d %d %s %s"
                        .formatted(
                                Captures.nameOf(capture),
                                frame.number(),
                                packet.opCode().value(),
                                packet.destinationQpn(),
                                packet.psn(),
                                packet.ackRequested() ? 1 : 0,
                                packet.padBytes(),
                                ack == null ? "" : ack.syndrome(),
                                ack == null ? "" : ack.msn()));
            }
        }
        return lines;
    }

    private static List<String> tshark(Path capture) throws IOException {
        Process process = new ProcessBuilder(
                        "tshark",
                        "-r",
                        capture.toString(),
                        "-d",
                        "udp.port==4791,infiniband",
                        "-Y",
                        "infiniband",
                        "-T",
                        "fields",
                        "-E",
                        "separator=/s",
                        "-e",
                        "frame.number",
                        "-e",
                        "infiniband.bth.opcode",
                        "-e",
                        "infiniband.bth.destqp",
                        "-e",
                        "infiniband.bth.psn",
                        "-e",
                        "infiniband.bth.a",
                        "-e",
                        "infiniband.bth.padcnt",
                        "-e",
                        "infiniband.aeth.syndrome",
                        "-e",
                        "infiniband.aeth.msn")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String name = Captures.nameOf(capture);
        return new String(process.getInputStream().readAllBytes())
                .lines()
                .map(line -> name + " " + line)
                .toList();
    }

    private static boolean onThePath(String program) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    private static ReceivedTrain asReceived(Captures.Frame frame, IpPacket ip) {
        ReceivedTrain train = new ReceivedTrain();
        int bytes = ip.end() - ip.udpOffset() - 8;
        train.setBytes(MemorySegment.ofArray(frame.bytes()), frame.buffer(), ip.udpOffset() + 8, bytes, bytes);
        train.setPath(
                ip.destination().high(),
                ip.destination().low(),
                ip.source().high(),
                ip.source().low(),
                frame.buffer().getShort(ip.udpOffset()) & 0xffff);
        train.setIdentification(ip.version() == 4 ? Identification.UNKNOWN : Identification.NONE, 0, 1);
        return train;
    }
}
