package io.verbena.nic.device.udp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class UdpPortTest {
    private static final Gid A = Gid.parse("127.88.1.1");
    private static final Gid B = Gid.parse("127.88.1.2");
    private static final Gid LOOPBACK = Gid.parse("127.0.0.1");
    private static final UdpSettings BEST = UdpSettings.best(LOOPBACK);
    private static final long LIMIT_NS = 5_000_000_000L;

    private final List<AutoCloseable> opened = new ArrayList<>();
    private final Trains trains = new Trains(1);
    private final ReceivedTrain received = new ReceivedTrain();

    @AfterEach
    void closeAll() throws Exception {
        for (AutoCloseable each : opened.reversed()) {
            each.close();
        }
    }

    private UdpPort port(UdpSettings settings, Gid... addresses) throws IOException {
        UdpPort port = new UdpPort(settings);
        opened.add(port);
        for (Gid address : addresses) {
            port.open(address, 0);
        }
        return port;
    }

    private boolean receives(UdpPort port) {
        long start = System.nanoTime();
        while (System.nanoTime() - start < LIMIT_NS) {
            if (port.receive(received)) {
                return true;
            }
        }
        return false;
    }

    @Test
    void carriesATrainInOnePieceAndSealsEachPacketForItsIndex() throws IOException {
        UdpPort a = port(BEST, A);
        UdpPort b = port(BEST, B);
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
        assertThat(received.identification()).isEqualTo(Identification.UNKNOWN);
        for (int i = 0; i < 15; i++) {
            assertThat(received.identification(i)).isEqualTo(i);
            assertThat(trains.sealedFor(i, received, i)).as("packet %s", i).isTrue();
            assertThat(trains.payloadIntact(received, i, i * 4096L)).isTrue();
        }
    }

    @Test
    void sealsNothingOnIpv6() throws IOException {
        Gid self = Gid.parse("::1");
        assumeTrue(Link.of(self) != null, "this machine has no IPv6");
        UdpPort port = port(UdpSettings.best(self), self);
        trains.fill(0, self, self, 0x02, 3, 1024, 1024);

        port.send(trains.batch, 1);

        assertThat(receives(port)).isTrue();
        assertThat(received.count()).isEqualTo(3);
        assertThat(received.tos()).isEqualTo(2);
        assertThat(received.identification()).isEqualTo(Identification.NONE);
        for (int i = 0; i < 3; i++) {
            assertThat(Trains.icrcOf(received, i)).isEqualTo(trains.icrc.compute(received, i));
        }
    }

    @Test
    void aReceiverWithoutCoalescingGetsEachPacketWithItsSeal() throws IOException {
        UdpPort a = port(BEST, A);
        UdpPort b = port(new UdpSettings(LOOPBACK, 0, 1 << 20, true, false), B);
        trains.fill(0, A, B, 0, 5, 1024, 8);

        a.send(trains.batch, 1);

        for (int i = 0; i < 5; i++) {
            assertThat(receives(b)).isTrue();
            assertThat(received.count()).isEqualTo(1);
            assertThat(trains.sealedFor(i, received, 0)).as("packet %s", i).isTrue();
            assertThat(trains.payloadIntact(received, 0, i * 1024L)).isTrue();
        }
    }

    @Test
    void withoutSegmentationATrainIsOnePacket() throws IOException {
        UdpPort a = port(new UdpSettings(LOOPBACK, 0, 1 << 20, false, true), A);
        UdpPort b = port(BEST, B);
        trains.fill(0, A, B, 0, 1, 4096, 4096);

        assertThat(a.limits().maxPacketsPerTrain()).isEqualTo(1);
        a.send(trains.batch, 1);

        assertThat(receives(b)).isTrue();
        assertThat(trains.sealedFor(0, received, 0)).isTrue();
    }

    @Test
    void probesWhatLinkAndKernelGive() throws IOException {
        UdpPort port = port(new UdpSettings(LOOPBACK, 0, 200_000, true, true));

        assertThat(port.limits().activeMtu()).isEqualTo(4096);
        assertThat(port.limits().maxPacketsPerTrain()).isBetween(1, TransmitTrain.MAX_PACKETS);
        assertThat(port.limits().receiveBufferBytes()).isBetween(60_000, 200_000);
    }

    @Test
    void servesManyAddressesInTurn() throws IOException {
        UdpPort a = port(BEST, A);
        Gid[] many = new Gid[12];
        for (int i = 0; i < many.length; i++) {
            many[i] = Gid.parse("127.88.2." + (i + 1));
        }
        UdpPort b = port(BEST, many);
        for (int round = 0; round < 2; round++) {
            for (Gid each : many) {
                trains.fill(0, A, each, 0, 2, 256, 256);
                a.send(trains.batch, 1);
            }
        }
        List<Gid> order = new ArrayList<>();
        for (int i = 0; i < 2 * many.length; i++) {
            assertThat(receives(b)).isTrue();
            order.add(new Gid(received.localHigh(), received.localLow()));
        }

        assertThat(order.subList(0, many.length)).containsExactlyInAnyOrder(many);
        assertThat(order.subList(many.length, order.size())).containsExactlyInAnyOrder(many);
    }

    @Test
    void aClosedAddressSendsAndReceivesNothing() throws IOException {
        UdpPort a = port(BEST, A);
        UdpPort b = port(BEST, B);
        trains.fill(0, A, B, 0, 2, 256, 256);
        a.close(A);

        assertThat(a.send(trains.batch, 1)).isEqualTo(1);

        assertThat(a.counters().value(UdpCounter.TRANSMIT_NO_SOURCE_TRAINS)).isEqualTo(1);
        assertThat(b.receive(received)).isFalse();
        a.open(A, 0);
    }

    @Test
    void countsWhatTheReceiveBufferCouldNotHold() throws IOException {
        UdpPort a = port(BEST, A);
        UdpPort b = port(new UdpSettings(LOOPBACK, 0, 64 << 10, true, true), B);
        trains.fill(0, A, B, 0, 15, 4096, 4096);
        for (int i = 0; i < 20; i++) {
            a.send(trains.batch, 1);
            trains.fill(0, A, B, 0, 15, 4096, 4096);
        }
        int came = 0;
        while (b.receive(received)) {
            came++;
        }
        // The kernel tells its total with the next datagram that finds room.
        a.send(trains.batch, 1);
        assertThat(receives(b)).isTrue();

        assertThat(came).isBetween(1, 19);
        assertThat(b.counters().value(UdpCounter.RECEIVE_QUEUE_OVERFLOWS)).isPositive();
    }

    @Test
    void aPacketThatTheLinkCannotCarryIsCountedNotThrown() throws IOException {
        UdpPort a = port(BEST, A);
        TransmitTrain train = trains.batch.train(0);
        train.begin(A, B, 0);
        for (int i = 0; i < 4; i++) {
            train.appendPayload(trains.payload.address(), 16_400);
        }
        train.endPacket(0);
        train.end();

        assertThat(a.send(trains.batch, 1)).isEqualTo(1);

        assertThat(a.counters().value(UdpCounter.TRANSMIT_TOO_LONG_TRAINS)).isEqualTo(1);
    }

    @Test
    void aPortInUseIsNamedWithWhatToDo() throws Exception {
        UdpPort a = port(BEST);
        try (DatagramSocket other = new DatagramSocket(new InetSocketAddress("127.88.1.1", 4791))) {
            assertThat(other.isBound()).isTrue();
            assertThatThrownBy(() -> a.open(A, 0))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("127.88.1.1 UDP port 4791: the port is in use")
                    .hasMessageContaining("ss -ulnp");
        }
    }

    @Test
    void anAddressThatTheMachineLacksIsNamedWithWhatToDo() throws IOException {
        UdpPort a = port(BEST);

        assertThatThrownBy(() -> a.open(Gid.parse("198.51.100.7"), 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("198.51.100.7 UDP port 4791: no interface of this machine has that address")
                .hasMessageContaining("ip address add");
    }

    @Test
    void anMtuThatIsNoneOfRoceIsRefused() {
        assertThatThrownBy(() -> new UdpSettings(LOOPBACK, 1500, 1 << 20, true, true))
                .hasMessageContaining("not 1500");
    }
}
