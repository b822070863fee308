package io.verbena.nic.fabric.dissect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.fabric.dissect.Dissection.Malformed;
import io.verbena.nic.fabric.dissect.Dissection.RocePacket;
import io.verbena.nic.fabric.dissect.Dissection.Skipped;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DissectorTest {
    private static final int ETHERNET = 1;
    private static final int RAW_IP = 101;
    private static final int ETHERNET_BYTES = 14;
    private static final int IPV4_BYTES = 20;
    private static final int UDP = ETHERNET_BYTES + IPV4_BYTES;
    private static final int BTH = UDP + 8;

    /** CNP of a ConnectX-4 Lx (scapy, test/contrib/roce.uts), from the IP header on. */
    private static final byte[] CNP = HexFormat.of()
            .parseHex("45c2003c718c4000401191610a0011010a0012010000" + "12b700280000"
                    + "8100ffff400001180000000000000000000000000000000000000000" + "82fd002a");

    private final Dissector dissector = new Dissector();
    private final byte[] send =
            Captures.frames(Captures.named("rc-send-small")).getFirst().bytes();
    private final byte[] sendIpv6 =
            Captures.frames(Captures.named("rc-send-ipv6")).get(2).bytes();

    @Test
    void readsACnpOfHardware() {
        RocePacket packet = roce(RAW_IP, CNP);
        assertThat(packet.opCode()).isEqualTo(OpCode.CNP);
        assertThat(packet.destinationQpn()).isEqualTo(0x118);
        assertThat(packet.icrcRight()).isTrue();
    }

    @Test
    void readsRawIpOfEachLinkType() {
        byte[] ip = Arrays.copyOfRange(send, ETHERNET_BYTES, send.length);
        for (int linkType : new int[] {12, 14, 101, 228}) {
            assertThat(roce(linkType, ip).icrcRight()).isTrue();
        }
        assertThat(roce(229, Arrays.copyOfRange(sendIpv6, ETHERNET_BYTES, sendIpv6.length))
                        .icrcRight())
                .isTrue();
        assertThat(dissector.onFrame(147, ByteBuffer.wrap(send))).isInstanceOf(Skipped.class);
    }

    @Test
    void readsThroughVlanTags() {
        byte[] vlan = insert(send, 12, "81000064");
        byte[] qinq = insert(vlan, 12, "88a80007");
        assertThat(roce(ETHERNET, vlan).icrcRight()).isTrue();
        assertThat(roce(ETHERNET, qinq).icrcRight()).isTrue();
    }

    @Test
    void opensVxlan() throws IOException {
        ByteArrayOutputStream frame = new ByteArrayOutputStream();
        frame.write(Arrays.copyOf(send, 12));
        frame.write(HexFormat.of().parseHex("0800" + "4500"));
        frame.write(ByteBuffer.allocate(2).putShort((short) (36 + send.length)).array());
        frame.write(HexFormat.of().parseHex("0000000040110000" + "0a000001" + "0a000002" + "c00012b5"));
        frame.write(ByteBuffer.allocate(4).putShort((short) (16 + send.length)).array());
        frame.write(HexFormat.of().parseHex("0800000000002a00"));
        frame.write(send);
        RocePacket packet = roce(ETHERNET, frame.toByteArray());
        assertThat(packet.source()).hasToString("192.0.2.3");
        assertThat(packet.icrcRight()).isTrue();
    }

    @Test
    void readsPastIpv4Options() {
        byte[] frame = insert(send, UDP, "01010101");
        frame[ETHERNET_BYTES] = 0x46;
        addToShort(frame, ETHERNET_BYTES + 2, 4);
        RocePacket packet = roce(ETHERNET, frame);
        assertThat(packet.payloadBytes()).isEqualTo(13);
        assertThat(packet.icrcRight()).as("options are covered").isFalse();
    }

    @Test
    void readsPastIpv6ExtensionHeaders() {
        byte[] frame = insert(sendIpv6, ETHERNET_BYTES + 40, "1100010400000000");
        frame[ETHERNET_BYTES + 6] = 60;
        addToShort(frame, ETHERNET_BYTES + 4, 8);
        assertThat(roce(ETHERNET, frame).opCode()).isEqualTo(OpCode.RC_SEND_LAST);
    }

    @Test
    void skipsFragments() {
        byte[] frame = send.clone();
        frame[ETHERNET_BYTES + 6] = 0x20;
        assertThat(dissector.onFrame(ETHERNET, ByteBuffer.wrap(frame))).isInstanceOf(Skipped.class);
        byte[] ipv6 = insert(sendIpv6, ETHERNET_BYTES + 40, "1100000900000001");
        ipv6[ETHERNET_BYTES + 6] = 44;
        addToShort(ipv6, ETHERNET_BYTES + 4, 8);
        assertThat(dissector.onFrame(ETHERNET, ByteBuffer.wrap(ipv6))).isInstanceOf(Skipped.class);
    }

    @Test
    void skipsOtherUdpAndOtherProtocols() {
        byte[] frame = send.clone();
        frame[UDP + 2] = 0x35;
        assertThat(dissector.onFrame(ETHERNET, ByteBuffer.wrap(frame))).isInstanceOf(Skipped.class);
        frame = send.clone();
        frame[ETHERNET_BYTES + 9] = 6;
        assertThat(dissector.onFrame(ETHERNET, ByteBuffer.wrap(frame))).isInstanceOf(Skipped.class);
    }

    @Test
    void aFlippedBitMakesTheIcrcBad() {
        for (int at : new int[] {BTH, BTH + 5, BTH + 11, BTH + 14, send.length - 1}) {
            byte[] frame = send.clone();
            frame[at] ^= 0x01;
            Dissection dissection = dissector.onFrame(ETHERNET, ByteBuffer.wrap(frame));
            assertThat(dissection instanceof RocePacket packet && packet.icrcRight())
                    .isFalse();
        }
    }

    @Test
    void aChangedTtlTosAndEcnLeaveTheIcrcRight() {
        byte[] frame = send.clone();
        frame[ETHERNET_BYTES + 1] = 0x03;
        frame[ETHERNET_BYTES + 8] = 1;
        frame[BTH + 4] = (byte) 0x80;
        assertThat(roce(ETHERNET, frame).icrcRight()).isTrue();
    }

    @Test
    void saysWhyAPacketIsMalformed() {
        assertThat(reason(with(BTH, 0x15))).isEqualTo("unknown opcode 0x15");
        assertThat(reason(with(BTH + 1, 0x41))).isEqualTo("transport version 1");
        assertThat(reason(with(BTH, 0x13))).contains("too short for RC Compare Swap");
        assertThat(reason(with(BTH, 0x11))).isEqualTo("payload of 9 and pad of 3 in RC Acknowledge");
        assertThat(reason(with(UDP + 5, 9))).startsWith("UDP length 9 in an IP payload of");
        assertThat(reason(Arrays.copyOf(send, send.length - 3))).isEqualTo("the capture lacks its last 3 bytes");
    }

    @Test
    void aRuntIsMalformed() {
        byte[] runt = Arrays.copyOf(send, BTH + 12);
        runt[ETHERNET_BYTES + 3] = 40;
        runt[UDP + 5] = 20;
        assertThat(reason(runt)).isEqualTo("12 bytes hold no BTH and ICRC");
    }

    @Test
    void nothingMakesItFail() {
        SplittableRandom random = new SplittableRandom(42);
        for (Path capture : Captures.all()) {
            for (Captures.Frame frame : Captures.frames(capture)) {
                byte[] bytes = frame.bytes().clone();
                for (int length = 0; length <= Math.min(bytes.length, 120); length++) {
                    swallow(frame.linkType(), Arrays.copyOf(bytes, length));
                }
                for (int round = 0; round < 50; round++) {
                    bytes[random.nextInt(Math.min(bytes.length, 90))] = (byte) random.nextInt();
                    swallow(random.nextBoolean() ? ETHERNET : RAW_IP, bytes);
                }
            }
        }
    }

    @Test
    void theCommandCountsBadPacketsAndExitsWithOne(@TempDir Path folder) throws IOException {
        byte[] bad = send.clone();
        bad[bad.length - 1] ^= 1;
        List<byte[]> frames = List.of(send, bad, with(BTH, 0x15), new byte[] {1});
        Path file = Files.write(folder.resolve("x.pcap"), Captures.file(ByteOrder.BIG_ENDIAN, false, 1, frames));
        StringBuilder out = new StringBuilder();
        assertThat(DissectCommand.run(file, out)).isEqualTo(DissectCommand.SOME_BAD);
        assertThat(out.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("icrc=ok"),
                        line -> assertThat(line).endsWith("icrc=bad"),
                        line -> assertThat(line)
                                .isEqualTo("  0.002000 192.0.2.3       192.0.2.2       malformed: unknown opcode 0x15"),
                        line -> assertThat(line).isEqualTo("packets 3, bad 2"));
    }

    private void swallow(int linkType, byte[] bytes) {
        assertThatCode(() -> dissector.onFrame(linkType, ByteBuffer.wrap(bytes)))
                .as(() -> HexFormat.of().formatHex(bytes))
                .doesNotThrowAnyException();
    }

    private RocePacket roce(int linkType, byte[] frame) {
        Dissection dissection = dissector.onFrame(linkType, ByteBuffer.wrap(frame));
        assertThat(dissection).isInstanceOf(RocePacket.class);
        return (RocePacket) dissection;
    }

    private String reason(byte[] frame) {
        Dissection dissection = dissector.onFrame(ETHERNET, ByteBuffer.wrap(frame));
        assertThat(dissection).isInstanceOf(Malformed.class);
        return ((Malformed) dissection).reason();
    }

    private byte[] with(int at, int value) {
        byte[] frame = send.clone();
        frame[at] = (byte) value;
        return frame;
    }

    private static byte[] insert(byte[] frame, int at, String hex) {
        byte[] more = HexFormat.of().parseHex(hex);
        byte[] result = Arrays.copyOf(frame, frame.length + more.length);
        System.arraycopy(frame, at, result, at + more.length, frame.length - at);
        System.arraycopy(more, 0, result, at, more.length);
        return result;
    }

    private static void addToShort(byte[] frame, int at, int add) {
        ByteBuffer buffer = ByteBuffer.wrap(frame);
        buffer.putShort(at, (short) (buffer.getShort(at) + add));
    }
}
