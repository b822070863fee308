package io.verbena.nic.fabric.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.fabric.dissect.DissectCommand;
import io.verbena.nic.fabric.dissect.PcapReader;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PcapPortTest {
    private static final Gid A = Gid.parse("127.77.0.1");
    private static final Gid B = Gid.parse("127.77.0.2");
    private static final long EPOCH_NS = 1_700_000_000_123_456_789L;

    @TempDir
    private Path folder;

    private final RecordingPort wire = new RecordingPort();
    private final TransmitBatch batch = new TransmitBatch(2, Arena.ofAuto());

    @Test
    void writesEveryPacketAsItWasSealed() throws IOException {
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            send(new PcapPort(wire, writer, () -> EPOCH_NS), A, B);
        }
        List<String> lines = dissect(file);
        assertThat(lines).hasSize(41).last().isEqualTo("packets 40, bad 0");
        assertThat(lines.getFirst()).contains("127.77.0.1", "127.77.0.2", "RC Send Middle", "0x000011", "1024");
        try (PcapReader reader = PcapReader.open(file)) {
            reader.next();
            assertThat(reader.timeNs()).isEqualTo(EPOCH_NS);
            reader.next();
            assertThat(reader.bytes().getShort(18))
                    .as("identification of the second packet")
                    .isEqualTo((short) 1);
        }
    }

    @Test
    void writesIpv6() throws IOException {
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            send(new PcapPort(wire, writer, () -> EPOCH_NS), Gid.parse("fd00::1"), Gid.parse("fd00::2"));
        }
        assertThat(dissect(file)).last().isEqualTo("packets 40, bad 0");
    }

    @Test
    void checksumsAreRight() throws IOException {
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            send(new PcapPort(wire, writer, () -> EPOCH_NS), A, B);
        }
        try (PcapReader reader = PcapReader.open(file)) {
            while (reader.next()) {
                ByteBuffer frame = reader.bytes();
                assertThat(onesComplementSum(frame, 14, 20, 0)).isEqualTo(0xffff);
                int udpBytes = frame.limit() - 34;
                int pseudoHeader = onesComplementSum(frame, 26, 8, 17 + udpBytes);
                assertThat(onesComplementSum(frame, 34, udpBytes, pseudoHeader)).isEqualTo(0xffff);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "192.0.2.1, 192.0.2.2, 10.77.0.1, 10.77.0.2",
        "192.0.2.1, 192.0.2.2, fd00::1, fd00::2",
        "fd99::1, fd99::2, 10.77.0.1, 10.77.0.2",
        "fd99::1, fd99::2, fd00::1, fd00::2"
    })
    void writesTheTunnelAroundThePacket(String outerFrom, String outerTo, String from, String to) throws IOException {
        Gid outer = Gid.parse(outerFrom);
        wire.envelope = new Envelope.Tunnel(outer, Gid.parse(outerTo), 0xabcdef);
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            send(new PcapPort(wire, writer, () -> EPOCH_NS), Gid.parse(from), Gid.parse(to));
        }
        assertThat(dissect(file)).last().isEqualTo("packets 40, bad 0");
        assertThat(dissect(file).getFirst()).contains(Gid.parse(from).toString());
        try (PcapReader reader = PcapReader.open(file)) {
            while (reader.next()) {
                ByteBuffer frame = reader.bytes();
                int udp = outer.isIpv4() ? 34 : 54;
                assertThat(frame.getShort(udp + 2)).isEqualTo((short) 4789);
                assertThat(frame.getInt(udp + 8)).isEqualTo(0x0800_0000);
                assertThat(frame.getInt(udp + 12)).isEqualTo(0xabcdef00);
                int addresses = outer.isIpv4() ? 8 : 32;
                int udpBytes = frame.limit() - udp;
                int pseudoHeader = onesComplementSum(frame, udp - addresses, addresses, 17 + udpBytes);
                assertThat(onesComplementSum(frame, udp, udpBytes, pseudoHeader))
                        .isEqualTo(0xffff);
            }
        }
    }

    @Test
    void doesNotWriteWhatTheWireDropped() throws IOException {
        wire.envelope = Envelope.DROPPED;
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            send(new PcapPort(wire, writer, () -> EPOCH_NS), A, B);
        }
        assertThat(dissect(file)).containsExactly("packets 0, bad 0");
    }

    @Test
    void doesNotWriteWhatTheWireLeft() throws IOException {
        wire.trainsPerCall = 1;
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            fill(A, B);
            assertThat(new PcapPort(wire, writer, () -> EPOCH_NS).send(batch, 2))
                    .isEqualTo(1);
        }
        assertThat(dissect(file)).last().isEqualTo("packets 20, bad 0");
    }

    @Test
    void showsWhatAFaultyPortAboveLeft() throws IOException {
        Path file = folder.resolve("a.pcap");
        FaultyPort port;
        try (PcapWriter writer = PcapWriter.create(file)) {
            PcapPort below = new PcapPort(wire, writer, () -> EPOCH_NS);
            port = new FaultyPort(below, new FaultRates(20, 20, 20), 2, 1);
            send(port, A, B);
        }
        long written = 40 - port.lostPackets() + port.duplicatedPackets();
        assertThat(dissect(file)).last().isEqualTo("packets " + written + ", bad 0");
    }

    @Test
    void twoThreadsShareAFile() throws Exception {
        Path file = folder.resolve("a.pcap");
        try (PcapWriter writer = PcapWriter.create(file)) {
            Thread[] threads = new Thread[2];
            for (int i = 0; i < threads.length; i++) {
                threads[i] = Thread.ofPlatform().start(() -> sendOften(writer));
            }
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(writer.packets()).isEqualTo(2 * 100 * 20);
        }
        assertThat(dissect(file)).last().isEqualTo("packets 4000, bad 0");
    }

    private static void sendOften(PcapWriter writer) {
        TransmitBatch own = new TransmitBatch(1, Arena.ofAuto());
        PcapPort port = new PcapPort(new RecordingPort(), writer, () -> EPOCH_NS);
        for (int round = 0; round < 100; round++) {
            synchronized (Trains.class) {
                Trains.fill(own.train(0), A, B, round, 20, 512);
            }
            port.send(own, 1);
        }
    }

    @Test
    void aFileThatCannotBeMadeIsNamed() {
        Path file = folder.resolve("absent").resolve("a.pcap");
        assertThatThrownBy(() -> PcapWriter.create(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("absent");
    }

    private void send(Port port, Gid source, Gid destination) {
        fill(source, destination);
        assertThat(port.send(batch, 2)).isEqualTo(2);
    }

    private void fill(Gid source, Gid destination) {
        Trains.fill(batch.train(0), source, destination, 0, 20, 512);
        Trains.fill(batch.train(1), source, destination, 20, 20, 512);
    }

    private static List<String> dissect(Path file) throws IOException {
        StringBuilder out = new StringBuilder();
        DissectCommand.run(file, out);
        return out.toString().lines().toList();
    }

    private static int onesComplementSum(ByteBuffer frame, int offset, int length, int start) {
        int sum = start;
        for (int at = offset; at < offset + length; at += 2) {
            sum += frame.getShort(at) & 0xffff;
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return sum;
    }
}
