package io.verbena.nic.device.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.device.udp.Trains;
import io.verbena.nic.device.udp.UdpCounter;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.nic.fabric.port.UdpHeaders;
import io.verbena.nic.fabric.port.Vxlan;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverlayPortTest {
    private static final Gid VTEP_A = Gid.parse("127.88.2.1");
    private static final Gid VTEP_B = Gid.parse("127.88.2.2");
    private static final Gid VTEP_C = Gid.parse("127.88.2.3");
    private static final Gid A = Gid.parse("10.77.0.1");
    private static final Gid B = Gid.parse("10.77.0.2");
    private static final int BLUE = 4242;
    private static final int RED = 4243;
    private static final long LIMIT_NS = 5_000_000_000L;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Trains trains = new Trains(1);
    private final ReceivedTrain received = new ReceivedTrain();
    private final Locations whereA = new Locations();
    private final Locations whereB = new Locations();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private OverlayPort port(Gid vtep, Locations locations) throws IOException {
        return port(UdpSettings.best(vtep), locations);
    }

    private OverlayPort port(UdpSettings settings, Locations locations) throws IOException {
        OverlayPort port = new OverlayPort(settings, locations);
        opened.add(port);
        return port;
    }

    private OverlayPort a() throws IOException {
        OverlayPort port = port(VTEP_A, whereA);
        port.open(A, BLUE);
        whereA.apply(new Segment(BLUE, 1, Map.of(A, VTEP_A, B, VTEP_B)));
        return port;
    }

    private OverlayPort b() throws IOException {
        OverlayPort port = port(VTEP_B, whereB);
        port.open(B, BLUE);
        whereB.apply(new Segment(BLUE, 1, Map.of(A, VTEP_A, B, VTEP_B)));
        return port;
    }

    private boolean receives(OverlayPort port) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < LIMIT_NS) {
            if (port.receive(received)) {
                return true;
            }
        }
        return false;
    }

    private static void drops(OverlayPort port, OverlayDrop reason, int packets) {
        long start = System.nanoTime();
        while (port.drops().packets(reason) < packets && System.nanoTime() - start < LIMIT_NS) {
            assertThat(port.receive(new ReceivedTrain())).isFalse();
        }
        assertThat(port.drops().packets(reason)).as("%s", reason).isEqualTo(packets);
    }

    @Test
    void carriesATrainWithTheIcrcsThatTheNicMade() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        trains.fill(0, A, B, 0x68, 15, 4096, 100);

        assertThat(a.send(trains.batch, 1)).isEqualTo(1);

        assertThat(receives(b)).isTrue();
        assertThat(received.count()).isEqualTo(15);
        assertThat(received.segmentBytes()).isEqualTo(4112);
        assertThat(received.packetBytes(14)).isEqualTo(116);
        assertThat(received.tos()).isEqualTo(0x68);
        assertThat(received.ttl()).isEqualTo(64);
        assertThat(new Gid(received.peerHigh(), received.peerLow())).isEqualTo(A);
        assertThat(new Gid(received.localHigh(), received.localLow())).isEqualTo(B);
        assertThat(received.peerPort()).isEqualTo(4791);
        assertThat(received.identification()).isEqualTo(Identification.EXACT);
        for (int i = 0; i < 15; i++) {
            assertThat(received.identification(i)).isZero();
            assertThat(trains.sealedFor(0, received, i)).as("packet %s", i).isTrue();
            assertThat(trains.payloadIntact(received, i, i * 4096L)).isTrue();
        }
        assertThat(b.receive(received)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"fd00:77::1, fd00:77::2, 127.88.2.1, 127.88.2.2", "10.77.0.1, 10.77.0.2, ::1, ::1"})
    void carriesEachIpInEachOther(String from, String to, String outerFrom, String outerTo) throws IOException {
        boolean loop = outerFrom.equals("::1");
        assumeTrue(!loop || hasIpv6(), "this machine has no IPv6");
        OverlayPort sender = port(Gid.parse(outerFrom), whereA);
        OverlayPort receiver = loop ? sender : port(Gid.parse(outerTo), whereB);
        Gid source = Gid.parse(from);
        Gid destination = Gid.parse(to);
        Map<Gid, Gid> places = Map.of(source, Gid.parse(outerFrom), destination, Gid.parse(outerTo));
        sender.open(source, BLUE);
        receiver.open(destination, BLUE);
        whereA.apply(new Segment(BLUE, 1, places));
        whereB.apply(new Segment(BLUE, 1, places));
        trains.fill(0, source, destination, 0, 3, 1000, 999);

        sender.send(trains.batch, 1);

        assertThat(receives(receiver)).isTrue();
        assertThat(received.count()).isEqualTo(3);
        for (int i = 0; i < 3; i++) {
            assertThat(trains.sealedFor(0, received, i) || !source.isIpv4()).isTrue();
            assertThat(trains.payloadIntact(received, i, i * 1000L)).isTrue();
        }
    }

    private static boolean hasIpv6() {
        try (DatagramSocket socket = new DatagramSocket(new InetSocketAddress("::1", 0))) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void trainsOfSeveralFlowsThatTheKernelPutTogetherComeApart() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        Gid other = Gid.parse("10.77.0.3");
        a.open(other, RED);
        b.open(Gid.parse("10.77.0.4"), RED);
        Map<Gid, Gid> red = Map.of(other, VTEP_A, Gid.parse("10.77.0.4"), VTEP_B);
        whereA.apply(new Segment(RED, 1, red));
        whereB.apply(new Segment(RED, 1, red));
        trains.fill(0, A, B, 0, 1, 200, 200);
        trains.fill(1, other, Gid.parse("10.77.0.4"), 0, 1, 200, 200);
        trains.fill(2, A, B, 0, 1, 200, 200);

        a.send(trains.batch, 3);

        for (Gid from : List.of(A, other, A)) {
            assertThat(receives(b)).isTrue();
            assertThat(new Gid(received.peerHigh(), received.peerLow())).isEqualTo(from);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 3, 3", "0, 3, 0", "0x6a, 2, 0x6a"})
    void aMarkOfTheOuterPacketGoesOnWithAnInnerOneThatCanHaveIt(int inner, int outer, int handedOn) throws IOException {
        OverlayPort b = b();
        ByteBuffer datagram = ByteBuffer.allocate(Vxlan.HEADER_BYTES + UdpHeaders.bytes(true) + 16);
        UdpHeaders headers = new UdpHeaders();
        headers.setPath(A.high(), A.low(), B.high(), B.low());
        Vxlan.write(datagram, 0, BLUE);
        headers.write(datagram, Vxlan.HEADER_BYTES, inner, 0, 4791, 16);
        try (DatagramSocket peer = new DatagramSocket(new InetSocketAddress("127.88.2.1", 0))) {
            peer.setTrafficClass(outer);
            peer.send(new DatagramPacket(
                    datagram.array(), datagram.capacity(), new InetSocketAddress("127.88.2.2", 4789)));
        }

        assertThat(receives(b)).isTrue();
        assertThat(received.tos()).isEqualTo(handedOn);
        assertThat(received.packetBytes(0)).isEqualTo(16);
    }

    @Test
    void aPadBehindAShortFrameIsLeftOut() throws IOException {
        OverlayPort b = b();
        ByteBuffer datagram = ByteBuffer.allocate(Vxlan.HEADER_BYTES + UdpHeaders.bytes(true) + 18);
        UdpHeaders headers = new UdpHeaders();
        headers.setPath(A.high(), A.low(), B.high(), B.low());
        Vxlan.write(datagram, 0, BLUE);
        headers.write(datagram, Vxlan.HEADER_BYTES, 0, 7, 4791, 16);
        try (DatagramSocket peer = new DatagramSocket(new InetSocketAddress("127.88.2.1", 0))) {
            peer.send(new DatagramPacket(
                    datagram.array(), datagram.capacity(), new InetSocketAddress("127.88.2.2", 4789)));
        }

        assertThat(receives(b)).isTrue();
        assertThat(received.count()).isEqualTo(1);
        assertThat(received.packetBytes(0)).isEqualTo(16);
        assertThat(received.identification(0)).isEqualTo(7);
    }

    @Test
    void functionsOfOneNicReachEachOther() throws IOException {
        OverlayPort a = a();
        a.open(B, BLUE);
        trains.fill(0, A, B, 0, 2, 256, 256);

        a.send(trains.batch, 1);

        assertThat(receives(a)).isTrue();
    }

    @Test
    void aForeignVniIsDroppedAndCounted() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        b.open(Gid.parse("10.77.0.9"), RED);
        whereA.apply(new Segment(BLUE, 2, Map.of(Gid.parse("10.77.0.9"), VTEP_B)));
        trains.fill(0, A, Gid.parse("10.77.0.9"), 0, 3, 256, 256);

        a.send(trains.batch, 1);

        drops(b, OverlayDrop.FOREIGN_VNI, 3);
    }

    @Test
    void anUnknownVniIsDroppedAndCounted() throws IOException {
        OverlayPort a = a();
        OverlayPort b = port(VTEP_B, whereB);
        b.open(B, RED);
        trains.fill(0, A, B, 0, 3, 256, 256);

        a.send(trains.batch, 1);

        drops(b, OverlayDrop.UNKNOWN_VNI, 3);
    }

    @Test
    void anUnknownDestinationIsDroppedAndCounted() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        whereA.apply(new Segment(BLUE, 2, Map.of(Gid.parse("10.77.0.9"), VTEP_B)));
        trains.fill(0, A, Gid.parse("10.77.0.9"), 0, 1, 256, 256);

        a.send(trains.batch, 1);

        drops(b, OverlayDrop.UNKNOWN_DESTINATION, 1);
    }

    @Test
    void aSourceThatLivesElsewhereIsDroppedAndAskedFor() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        whereB.apply(new Segment(BLUE, 2, Map.of(A, VTEP_C)));
        whereB.served(BLUE);
        trains.fill(0, A, B, 0, 4, 256, 256);

        a.send(trains.batch, 1);

        drops(b, OverlayDrop.SPOOFED_SOURCE, 4);
        assertThat(whereB.wanted()).containsExactly(BLUE);
    }

    @Test
    void aMovedFunctionIsReachedWhereItIsNow() throws IOException {
        OverlayPort a = a();
        OverlayPort b = b();
        trains.fill(0, A, B, 0, 1, 256, 256);
        a.send(trains.batch, 1);
        assertThat(receives(b)).isTrue();

        Locations whereC = new Locations();
        OverlayPort c = port(VTEP_C, whereC);
        b.close(B);
        c.open(B, BLUE);
        Segment moved = new Segment(BLUE, 2, Map.of(A, VTEP_A, B, VTEP_C));
        whereC.apply(moved);
        assertThat(whereA.apply(moved)).isEqualTo(Locations.Outcome.TAKEN);
        assertThat(whereA.apply(new Segment(BLUE, 1, Map.of(B, VTEP_B)))).isEqualTo(Locations.Outcome.STALE);
        trains.fill(0, A, B, 0, 1, 256, 256);
        a.send(trains.batch, 1);

        assertThat(receives(c)).isTrue();
        assertThat(b.receive(received)).isFalse();
    }

    @Test
    void aTrainToNobodyKnownIsDroppedAndAskedFor() throws IOException {
        OverlayPort a = a();
        List<String> told = new ArrayList<>();
        whereA.served(BLUE);
        whereA.onWanted(() -> told.add("wanted"));
        told.clear();
        trains.fill(0, A, Gid.parse("10.77.0.9"), 0, 4, 256, 256);
        trains.fill(1, A, Gid.parse("10.77.0.9"), 0, 4, 256, 256);

        assertThat(a.send(trains.batch, 2)).isEqualTo(2);

        assertThat(a.drops().packets(OverlayDrop.UNKNOWN_LOCATION)).isEqualTo(8);
        assertThat(told).as("asked once until served").hasSize(1);
        assertThat(whereA.wanted()).containsExactly(BLUE);
    }

    @Test
    void aTrainWhoseSourceIsClosedIsLost() throws IOException {
        OverlayPort a = a();
        trains.fill(0, A, B, 0, 2, 256, 256);
        a.close(A);

        assertThat(a.send(trains.batch, 1)).isEqualTo(1);

        assertThat(a.counters().value(UdpCounter.TRANSMIT_NO_SOURCE_TRAINS)).isEqualTo(1);
    }

    @Test
    void whatAnotherTenantHasIsForgottenWithTheLastFunctionButNotItsVersion() throws IOException {
        OverlayPort a = a();
        a.close(A);

        assertThat(whereA.versions()).isEmpty();
        assertThat(whereA.apply(new Segment(BLUE, 9, Map.of()))).isEqualTo(Locations.Outcome.NOT_HERE);

        a.open(A, BLUE);
        assertThat(whereA.apply(new Segment(BLUE, 0, Map.of()))).isNotEqualTo(Locations.Outcome.TAKEN);
        assertThat(whereA.apply(new Segment(BLUE, 1, Map.of()))).isEqualTo(Locations.Outcome.TAKEN);
    }

    @ParameterizedTest
    @CsvSource({
        // no I bit; nothing behind the header; ARP; a VLAN tag; a wrong IPv4 checksum; TCP; a fragment
        "MALFORMED, 0000000000109200",
        "MALFORMED, 0800000000109200",
        "NOT_ROCE, 0800000000109200 0200000000010200000000020806 00000000000000000000000000000000000000000000000000000000",
        "NOT_ROCE, 0800000000109200 0200000000010200000000028100 00000000000000000000000000000000000000000000000000000000",
        "MALFORMED, 0800000000109200 0200000000010200000000020800 4500001c0000400040110001 0a4d00010a4d0002 12b712b700080000",
        "NOT_ROCE, 0800000000109200 0200000000010200000000020800 4500001c00004000400626400a4d00010a4d0002 12b712b700080000",
        "NOT_ROCE, 0800000000109200 0200000000010200000000020800 4500001c00002000401146350a4d00010a4d0002 12b712b700080000",
        "MALFORMED, 0800000000109200 0200000000010200000000020800 4500001c00004000401126350a4d00010a4d0002 12b712b700090000",
        "NOT_ROCE, 0800000000109200 0200000000010200000000020800 4500001c00004000401126350a4d00010a4d0002 12b712b500080000",
        "MALFORMED, 0800000000109200 02000000000102000000000286dd 600000000009114000000000000000000000ffff0a4d0001"
    })
    void whatIsNoRoceInVxlanIsDroppedAndCounted(OverlayDrop reason, String hex) throws IOException {
        OverlayPort b = b();
        byte[] datagram = HexFormat.of().parseHex(hex.replace(" ", ""));
        try (DatagramSocket stranger = new DatagramSocket(new InetSocketAddress("127.88.2.1", 0))) {
            stranger.send(new DatagramPacket(datagram, datagram.length, new InetSocketAddress("127.88.2.2", 4789)));
        }
        drops(b, reason, 1);
    }

    @Test
    void anyBytesAreDroppedAndNoneReachesTheNic() throws IOException {
        OverlayPort b = b();
        SplittableRandom random = new SplittableRandom(7);
        int sent = 2000;
        try (DatagramSocket stranger = new DatagramSocket(new InetSocketAddress("127.88.2.1", 0))) {
            for (int i = 0; i < sent; i++) {
                byte[] datagram = new byte[random.nextInt(200)];
                random.nextBytes(datagram);
                if (datagram.length > 40 && i % 2 == 0) {
                    System.arraycopy(
                            HexFormat.of().parseHex("08000000001092000200000000010200000000020800"),
                            0,
                            datagram,
                            0,
                            22);
                }
                stranger.send(new DatagramPacket(datagram, datagram.length, new InetSocketAddress("127.88.2.2", 4789)));
                assertThat(b.receive(received)).isFalse();
            }
        }
        long dropped = 0;
        for (OverlayDrop reason : OverlayDrop.values()) {
            dropped += b.drops().packets(reason);
        }
        assertThat(dropped).isPositive();
    }

    @Test
    void aWireWithoutOffloadsCarriesTheSame() throws IOException {
        UdpSettings plain = new UdpSettings(VTEP_A, 1024, 1 << 20, false, false);
        OverlayPort a = port(plain, whereA);
        a.open(A, BLUE);
        whereA.apply(new Segment(BLUE, 1, Map.of(B, VTEP_B)));
        OverlayPort b = b();

        assertThat(a.limits().maxPacketsPerTrain()).isEqualTo(1);
        trains.fill(0, A, B, 0, 1, 1024, 1024);
        a.send(trains.batch, 1);
        assertThat(receives(b)).isTrue();
        assertThat(received.count()).isEqualTo(1);
    }

    @Test
    void aFunctionWithoutAVniIsRefused() throws IOException {
        OverlayPort a = port(VTEP_A, whereA);

        assertThatThrownBy(() -> a.open(A, 0)).hasMessageContaining("VNI of 1 to 16777215");
        assertThatThrownBy(() -> a.open(A, 1 << 24)).hasMessageContaining("10.77.0.1 has 16777216");
    }

    @Test
    void twoNicsAtOneAddressAreNamedWithWhatToDo() throws IOException {
        port(VTEP_A, whereA);

        assertThatThrownBy(() -> port(VTEP_A, whereB))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("127.88.2.1 UDP port 4789: the port is in use");
    }
}
