package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.testkit.Authority;
import io.verbena.tls.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdminTlsTest {
    @Test
    void theAdminApiShowsANewCertificateWithoutARestart(@TempDir Path folder) throws Exception {
        Authority authority = Authority.named("nics");
        Path certificate = folder.resolve("tls.crt");
        Path key = folder.resolve("tls.key");
        Path ca = folder.resolve("ca.crt");
        Authority.write(ca, authority.pem());
        Authority.Leaf first = authority.issue("nic-a");
        first.to(certificate, key);
        Map<String, String> variables =
                Map.of(Tls.CERTIFICATE, certificate.toString(), Tls.KEY, key.toString(), Tls.CA, ca.toString());
        try (Tls tls = Tls.start(variables::get, Duration.ofMillis(20));
                NicDevice nic = NicDevice.start(NicProperties.local("nic-a", 4)
                        .withAdmin(new AdminProperties(
                                new InetSocketAddress("127.0.0.1", 0), URI.create("https://127.0.0.1:1"), null))
                        .withTls(tls))) {
            assertThat(nic.adminUrl().getScheme()).isEqualTo("https");
            assertThat(shown(nic, tls)).isEqualTo(first.serial());
            Authority.Leaf second = authority.issue("nic-a");
            second.to(certificate, key);
            await().atMost(Duration.ofSeconds(10)).until(() -> shown(nic, tls).equals(second.serial()));
        }
    }

    /** The JDK's HTTPS server would wait for it before each handshake. */
    @Test
    void nobodyAsksTheNameOfACaller() throws Exception {
        assertThat(InetAddress.ofLiteral("127.0.0.1").getHostName()).isEqualTo("127.0.0.1");
        assertThat(InetAddress.getByName("localhost").isLoopbackAddress()).isTrue();
    }

    private static String shown(NicDevice nic, Tls tls) throws Exception {
        try (HttpClient http = HttpClient.newBuilder().sslContext(tls.client()).build()) {
            var answer = http.send(
                    HttpRequest.newBuilder(nic.adminUrl().resolve("/readyz")).build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(answer.statusCode()).isEqualTo(200);
            var leaf = (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
            return leaf.getSerialNumber().toString(16);
        }
    }
}
