package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.SplittableRandom;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class IcrcTest {
    /** From the BTH to the ICRC of a CNP that a ConnectX-4 Lx sent (scapy, test/contrib/roce.uts). */
    private static final String CNP = "8100ffff400001180000000000000000000000000000000000000000" + "82fd002a";

    /** From the BTH to the ICRC of the UC SEND of the same file. */
    private static final String UC_SEND =
            "2460ffff000000d300cf1710" + "4630818be28935d90e9a955054" + "01be885e500000" + "78f353f3";

    private static final Gid A = Gid.parse("10.0.17.1");
    private static final Gid B = Gid.parse("10.0.18.1");
    private static final Gid C = Gid.parse("fd00::1");
    private static final Gid D = Gid.parse("fd00::2");

    private final Icrc icrc = new Icrc();

    @Test
    void agreesWithThePacketOfAConnectX4() {
        ReceivedTrain train = train(HexFormat.of().parseHex(CNP), A, B, 0, 0x718c);
        assertThat(new CheckOf(train).accepts(0)).isTrue();
    }

    @Test
    void agreesWithScapysUcSend() {
        byte[] packet = HexFormat.of().parseHex(UC_SEND);
        Gid address = Gid.parse("192.168.0.7");
        assertThat(packet).hasSize(36);
        assertThat(new CheckOf(train(packet, address, address, 49152, 1144)).accepts(0))
                .isTrue();
        packet[20] ^= 1;
        assertThat(new CheckOf(train(packet, address, address, 49152, 1144)).accepts(0))
                .isFalse();
    }

    @Test
    void agreesWithTheCrcOverAMaterialisedHeader() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 2_000; round++) {
            byte[] packet = randomPacket(random, random.nextInt(4, 1100) * 4);
            boolean ipv4 = random.nextBoolean();
            Gid source = ipv4 ? A : C;
            Gid destination = ipv4 ? B : D;
            int port = random.nextInt(65536);
            int identification = ipv4 ? random.nextInt(65536) : 0;
            ReceivedTrain train = train(packet, source, destination, port, identification);
            int expected = plainIcrc(packet, source, destination, port, identification);
            int found = icrc.compute(train, 0)
                    ^ (ipv4 ? icrc.identificationDifference(28 + packet.length, identification) : 0);
            assertThat(found).as("round %d", round).isEqualTo(expected);
        }
    }

    @Test
    void aPacketInPiecesHasTheIcrcOfTheWhole() {
        SplittableRandom random = new SplittableRandom(8);
        try (Arena arena = Arena.ofConfined()) {
            for (int round = 0; round < 500; round++) {
                byte[] packet = randomPacket(random, random.nextInt(20, 1100) * 4);
                MemorySegment bytes = arena.allocate(packet.length).copyFrom(MemorySegment.ofArray(packet));
                ByteBuffer view = bytes.asByteBuffer();
                int end = packet.length - Icrc.BYTES;
                int first = random.nextInt(28, end);
                int second = random.nextInt(first, end);
                icrc.begin(A.high(), A.low(), B.high(), B.low(), Bth.UDP_PORT, packet.length);
                icrc.header(bytes, 0, 28);
                icrc.payload(view, 28, first - 28);
                icrc.payload(view, first, second - first);
                icrc.copied(bytes, second, end - second);
                assertThat(icrc.finish()).isEqualTo(plainIcrc(packet, A, B, Bth.UDP_PORT, 0));
            }
        }
    }

    @Test
    void theIdentificationIsFoundFromAnObservedIcrc() {
        SplittableRandom random = new SplittableRandom(9);
        for (int round = 0; round < 5_000; round++) {
            int ipBytes = 28 + random.nextInt(4, 16_000) * 4;
            int identification = random.nextInt(65536);
            int difference = icrc.identificationDifference(ipBytes, identification);
            assertThat(icrc.solveIdentification(ipBytes, difference)).isEqualTo(identification);
        }
    }

    @Test
    void aRandomDifferenceHasNoIdentification() {
        SplittableRandom random = new SplittableRandom(10);
        int explained = 0;
        for (int round = 0; round < 65_536; round++) {
            explained += icrc.solveIdentification(1096, random.nextInt()) >= 0 ? 1 : 0;
        }
        assertThat(explained).isLessThan(10);
    }

    private static byte[] randomPacket(SplittableRandom random, int bytes) {
        byte[] packet = new byte[bytes];
        random.nextBytes(packet);
        return packet;
    }

    private static ReceivedTrain train(byte[] packet, Gid source, Gid destination, int port, int identification) {
        ReceivedTrain train = new ReceivedTrain();
        train.setBytes(MemorySegment.ofArray(packet), ByteBuffer.wrap(packet), 0, packet.length, packet.length);
        train.setPath(destination.high(), destination.low(), source.high(), source.low(), port);
        train.setIdentification(source.isIpv4() ? Identification.EXACT : Identification.NONE, identification, 0);
        return train;
    }

    /** The definition, word by word. */
    private static int plainIcrc(byte[] packet, Gid source, Gid destination, int port, int identification) {
        ByteBuffer b = ByteBuffer.allocate(70 + packet.length).order(ByteOrder.BIG_ENDIAN);
        b.putLong(-1L);
        if (source.isIpv4()) {
            b.put((byte) 0x45).put((byte) -1).putShort((short) (28 + packet.length));
            b.putShort((short) identification)
                    .putShort((short) 0x4000)
                    .put((byte) -1)
                    .put((byte) 17);
            b.putShort((short) -1).putInt(source.ipv4()).putInt(destination.ipv4());
        } else {
            b.putInt(0x6fffffff)
                    .putShort((short) (8 + packet.length))
                    .put((byte) 17)
                    .put((byte) -1);
            b.putLong(source.high()).putLong(source.low());
            b.putLong(destination.high()).putLong(destination.low());
        }
        b.putShort((short) port)
                .putShort((short) 4791)
                .putShort((short) (8 + packet.length))
                .putShort((short) -1);
        int bth = b.position();
        b.put(packet, 0, packet.length - 4);
        b.put(bth + 4, (byte) -1);
        CRC32 crc = new CRC32();
        crc.update(b.flip());
        return (int) crc.getValue();
    }

    private record CheckOf(ReceivedTrain train, IcrcCheck check) {
        CheckOf(ReceivedTrain train) {
            this(train, new IcrcCheck());
            check.begin(train);
        }

        boolean accepts(int packet) {
            return check.accepts(train, packet);
        }
    }
}
