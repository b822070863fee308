package io.verbena.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.nic.datapath.wire.OpCode.Operation;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import io.verbena.system.Capture.Message;
import io.verbena.system.Command.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * One run of the demo, seen by its exit code, its summary, its own capture and, where root and the tools are there, by
 * tcpdump in a network namespace whose loopback carries single packets.
 */
class DemoIT {
    private static final Path RESOURCES = Path.of("src/test/resources").toAbsolutePath();
    private static final int TRANSFERS = 56;

    @TempDir
    static Path folder;

    private static DemoOutcome demo;
    private static boolean watched;

    @BeforeAll
    static void runTheDemo() throws Exception {
        List<String> prefix = List.of();
        watched = namespaces();
        if (watched) {
            prefix = List.of(
                    "unshare",
                    "--net",
                    "sh",
                    RESOURCES.resolve("in_namespace.sh").toString(),
                    tcpdump().toString());
        }
        demo = DemoOutcome.run(folder, prefix);
        // For .ci/compose.sh, whose run has to say the same.
        Files.writeString(Path.of("target", "demo.json"), demo.summary().toString());
    }

    /** Whether this user may make a namespace, and the tools to watch it are here. */
    private static boolean namespaces() throws IOException, InterruptedException {
        return Command.exists("tcpdump")
                && Command.exists("ethtool")
                && Command.exists("ip")
                && Command.exists("unshare")
                && Command.run("unshare", "--net", "ip", "link", "set", "lo", "up")
                                .exitCode()
                        == 0;
    }

    private static Path tcpdump() {
        return folder.resolve("tcpdump.pcap");
    }

    @Test
    void endsWell() {
        assertThat(demo.process().exitCode()).as(demo.process().output()).isZero();
        assertThat(demo.process().output()).contains(TRANSFERS + " transfers verified", "2 refusals as expected");
    }

    @Test
    void printsPlainLinesOfAtMostEightyColumnsWhereNoTerminalIs() {
        assertThat(demo.process().output()).doesNotContain("\u001b");
        assertThat(demo.process().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(80));
    }

    @Test
    void sumsUpWhatAProgramWantsToKnow() {
        assertThat(demo.summary().path("startupSeconds").asDouble()).isPositive();
        assertThat(demo.summary().path("firstTransferSeconds").asDouble())
                .isGreaterThan(demo.summary().path("startupSeconds").asDouble());
        assertThat(demo.list("vfs")).hasSize(4).allSatisfy(vf -> {
            assertThat(vf.path("id").asString()).isNotEmpty();
            assertThat(vf.path("tenant").asString()).isIn("blue", "red");
            assertThat(vf.path("host").asString()).isIn("host-a", "host-b");
            assertThat(vf.path("address").asString()).startsWith("127.77.");
            assertThat(vf.path("state").asString()).isEqualTo("ACTIVE");
            assertThat(vf.path("retransmits").isIntegralNumber()).isTrue();
            assertThat(vf.path("drops").isIntegralNumber()).isTrue();
        });
        assertThat(demo.list("transfers")).hasSize(TRANSFERS).allSatisfy(transfer -> {
            assertThat(transfer.path("verified").asBoolean()).isTrue();
            assertThat(transfer.path("gbps").isNumber()).isTrue();
            assertThat(demo.vf(transfer.path("fromVf").asString()).path("tenant"))
                    .isEqualTo(demo.vf(transfer.path("toVf").asString()).path("tenant"));
        });
        assertThat(demo.list("transfers"))
                .extracting(transfer -> transfer.path("op").asString())
                .containsOnly("SEND", "WRITE", "WRITE_WITH_IMM", "READ");
        assertThat(demo.list("transfers"))
                .extracting(transfer -> transfer.path("bytes").asInt())
                .containsOnly(0, 1, 13, 4096, 65_537, 1 << 20, 8 << 20);
    }

    @Test
    void showsBothRefusalsWithLimitUseAndScope() {
        assertThat(demo.list("refusals"))
                .extracting(
                        refusal -> refusal.path("type").asString(),
                        refusal -> refusal.path("layer").asString(),
                        refusal -> refusal.path("resource").asString(),
                        refusal -> refusal.path("limit").asLong(),
                        refusal -> refusal.path("used").asLong())
                .containsExactlyInAnyOrder(
                        tuple("urn:verbena:problem:verbs-limit-exceeded", "datapath", "qp", 8L, 8L),
                        tuple("urn:verbena:problem:quota-exceeded", "admission", "vf", 2L, 2L));
        assertThat(demo.list("refusals"))
                .allSatisfy(
                        refusal -> assertThat(refusal.path("scope").asString()).isNotEmpty());
    }

    /** A VF's bytes on the wire are those of the capture; what it sent before and after the capture's life is nothing. */
    @Test
    void countsInPrometheusWhatTheCaptureShows() throws IOException {
        Capture capture = Capture.read(demo.pcap());
        assertThat(demo.list("vfs")).allSatisfy(vf -> {
            long onTheWire = capture.packets().stream()
                    .filter(packet ->
                            packet.source().toString().equals(vf.path("address").asString()))
                    .mapToLong(DemoIT::udpPayloadBytes)
                    .sum();
            long scraped = demo.summary()
                    .path("metrics")
                    .path(vf.path("id").asString())
                    .path("transmitBytes")
                    .asLong();
            assertThat(scraped).isEqualTo(onTheWire);
        });
    }

    private static long udpPayloadBytes(RocePacket packet) {
        int icrcBytes = 4;
        return packet.opCode().headerBytes() + packet.payloadBytes() + packet.padBytes() + icrcBytes;
    }

    @Test
    void sendsEachTransferInFullPackets() throws IOException {
        Capture capture = Capture.read(demo.pcap());
        for (String from : List.of("blue-a", "blue-b", "red-a", "red-b")) {
            String to = from.startsWith("blue") ? other(from, "blue") : other(from, "red");
            for (String op : List.of("SEND", "WRITE", "WRITE_WITH_IMM", "READ")) {
                List<Message> expected = demo.list("transfers").stream()
                        .filter(transfer -> transfer.path("op").asString().equals(op)
                                && transfer.path("fromVf").asString().equals(from))
                        .map(transfer -> message(transfer.path("bytes").asInt()))
                        .toList();
                List<Message> carried = capture.messages(address(from), address(to), operation(op), op.endsWith("IMM"));
                // A long READ is fetched by several requests, each no larger than the receive buffer.
                assertThat(op.equals("READ") ? List.of(total(carried)) : carried)
                        .as("%s from %s", op, from)
                        .isEqualTo(op.equals("READ") ? List.of(total(expected)) : expected);
            }
        }
    }

    private static Message total(List<Message> messages) {
        return new Message(
                messages.stream().mapToInt(Message::packets).sum(),
                messages.stream().mapToInt(Message::bytes).sum());
    }

    private static String other(String vf, String tenant) {
        return vf.equals(tenant + "-a") ? tenant + "-b" : tenant + "-a";
    }

    private static String address(String vf) {
        return demo.vf(vf).path("address").asString();
    }

    private static Operation operation(String op) {
        return switch (op) {
            case "SEND" -> Operation.SEND;
            case "READ" -> Operation.READ_RESPONSE;
            default -> Operation.WRITE;
        };
    }

    /** ceil(bytes / MTU) packets, and one for nothing. */
    private static Message message(int bytes) {
        return new Message(Math.max(1, Math.ceilDiv(bytes, DemoOutcome.MTU)), bytes);
    }

    @Test
    void sealsEveryPacketAsOurDissectorSees() throws IOException {
        assertSealed(Capture.read(demo.pcap()));
    }

    @Test
    void sealsEveryPacketAsAnotherImplementationSees() throws Exception {
        assumeTrue(Command.exists("python3"), "python3 is not on the PATH");

        assertRight(demo.pcap());
    }

    @Test
    void isReadByWiresharkPacketForPacket() throws Exception {
        assumeTrue(Command.exists("tshark"), "tshark is not on the PATH");

        Ended named =
                Command.run("tshark", "-r", demo.pcap().toString(), "-T", "fields", "-e", "infiniband.bth.opcode");
        List<Integer> opcodes = named.lines().stream()
                .filter(line -> line.matches("\\d+"))
                .map(Integer::valueOf)
                .toList();

        List<Integer> expected = Capture.read(demo.pcap()).packets().stream()
                .map(packet -> packet.opCode().value())
                .toList();
        // Not as lists: a failure would print each of twenty thousand.
        assertThat(opcodes.size()).isEqualTo(expected.size());
        assertThat(opcodes.equals(expected)).isTrue();
        assertThat(Set.copyOf(opcodes)).hasSizeGreaterThanOrEqualTo(14);
    }

    @Test
    void leavesTheLoopbackAsItWasSealed() throws Exception {
        assumeTrue(watched, "root, unshare, ip, ethtool and tcpdump are needed for a namespace to watch");
        Capture seen = Capture.read(tcpdump());

        assertSealed(seen);
        // tcpdump sees nothing that the port did not write; it may lose some on a busy machine.
        int written = Capture.read(demo.pcap()).packets().size();
        assertThat(seen.packets().size()).isBetween(written * 9 / 10, written);
        if (Command.exists("python3")) {
            assertRight(tcpdump());
        }
    }

    @Test
    void leavesNothingBehind() throws IOException {
        assertThat(folder.resolve(".verbena/standalone.json")).doesNotExist();
        assertThat(Files.readString(folder.resolve(".verbena/verbena.log"))).isNotEmpty();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info()
                                .commandLine()
                                .orElse("")
                                .contains("-D " + System.getProperty("java.io.tmpdir") + "/verbena-")))
                .isEmpty();
    }

    private static void assertSealed(Capture capture) {
        assertThat(capture.malformed()).isEmpty();
        assertThat(capture.packets()).isNotEmpty();
        assertThat(capture.packets().stream().filter(packet -> !packet.icrcRight()))
                .isEmpty();
    }

    private static void assertRight(Path pcap) throws IOException, InterruptedException {
        Ended checked =
                Command.run("python3", RESOURCES.resolve("icrc_check.py").toString(), pcap.toString());
        assertThat(checked.exitCode()).as(checked.output()).isZero();
        assertThat(checked.output()).contains(", bad 0");
    }
}
