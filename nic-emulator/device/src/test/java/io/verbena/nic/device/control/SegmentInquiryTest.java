package io.verbena.nic.device.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.OverlayDrop;
import io.verbena.nic.device.overlay.OverlayPort;
import io.verbena.nic.device.udp.Trains;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A port that misses somebody, against a real issuer and a server that answers as sriov-manager's contract says. */
class SegmentInquiryTest {
    private static final int BLUE = 5151;
    private static final Gid A = Gid.parse("10.77.9.1");
    private static final Gid B = Gid.parse("10.77.9.2");
    private static final Gid VTEP = Gid.parse("127.88.40.1");

    private final List<Long> askedAtNs = new CopyOnWriteArrayList<>();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final HttpClient http = HttpClient.newHttpClient();
    private final Locations locations = new Locations();
    private final Trains trains = new Trains(1);
    private TestTokens tokens;
    private HttpServer manager;
    private OverlayPort port;
    private SegmentInquiry inquiry;
    private volatile String reply = "{\"vni\":5151,\"version\":1,\"locations\":[]}";

    @BeforeEach
    void start() throws IOException {
        tokens = TestTokens.start();
        manager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        manager.createContext("/", this::answer);
        manager.start();
        port = new OverlayPort(UdpSettings.best(VTEP), locations);
        inquiry = SegmentInquiry.start(
                "nic-a",
                locations,
                new ManagerClient(
                        URI.create("http://127.0.0.1:" + manager.getAddress().getPort()),
                        new Issuer(URI.create(tokens.issuer()), http),
                        new ClientCredentials("nic-a", TestTokens.CLIENT_SECRET),
                        http));
    }

    @AfterEach
    void stop() {
        inquiry.close();
        port.close();
        manager.stop(0);
        tokens.close();
        http.close();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            askedAtNs.add(System.nanoTime());
            asked.add(exchange.getRequestMethod() + " " + exchange.getRequestURI());
            byte[] bytes = reply.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    private void send() {
        trains.fill(0, A, B, 0, 1, 256, 256);
        assertThat(port.send(trains.batch, 1)).isEqualTo(1);
    }

    @Test
    void aFunctionThatComesUpAsksForItsNetwork() throws IOException {
        port.open(A, BLUE);

        await().until(() -> locations.versions().equals(Map.of(BLUE, 1L)));
        assertThat(asked).containsExactly("GET /api/v1/nics/nic-a/segments/5151");
    }

    @Test
    void aMissIsAskedForAndThenReached() throws IOException {
        port.open(A, BLUE);
        await().until(() -> locations.versions().equals(Map.of(BLUE, 1L)));
        reply = """
                {"vni":5151,"version":2,"locations":[{"address":"10.77.9.2","vtep":"127.88.40.2"}]}""";

        send();
        assertThat(port.drops().packets(OverlayDrop.UNKNOWN_LOCATION)).isEqualTo(1);
        await().until(() -> locations.versions().equals(Map.of(BLUE, 2L)));

        try (DatagramSocket there = new DatagramSocket(new InetSocketAddress("127.88.40.2", 4789))) {
            there.setSoTimeout(5000);
            send();
            DatagramPacket came = new DatagramPacket(new byte[1500], 1500);
            there.receive(came);
            assertThat(came.getLength()).isEqualTo(50 + 12 + 256 + 4);
        }
    }

    @Test
    void aMissThatNobodyCanHealIsAskedForMoreAndMoreRarely() throws IOException {
        port.open(A, BLUE);
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            send();
            return askedAtNs.size() >= 5;
        });

        long lastPauseNs = askedAtNs.get(4) - askedAtNs.get(3);
        assertThat(Duration.ofNanos(lastPauseNs)).isGreaterThan(Duration.ofMillis(350));
    }
}
