package io.verbena.kit.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.kit.sample.Running;
import io.verbena.kit.sample.SampleService;
import io.verbena.testkit.Authority;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import io.verbena.tls.Tls;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

@ExtendWith(OutputCaptureExtension.class)
class TlsIT {
    private static final Authority AUTHORITY = Authority.named("services");

    @TempDir
    private Path folder;

    @Test
    void aServiceShowsANewCertificateWithoutARestart() throws Exception {
        Authority.Leaf first = AUTHORITY.issue("sample");
        first.to(folder.resolve("tls.crt"), folder.resolve("tls.key"));
        Authority.write(folder.resolve("ca.crt"), AUTHORITY.pem());
        Authority.write(folder.resolve("other.crt"), Authority.named("other").pem());
        try (ConfigurableApplicationContext context = start();
                Tls stranger =
                        Tls.start(Map.of(Tls.CA, folder.resolve("other.crt").toString())::get)) {
            int port = Running.port(context);
            Tls tls = context.getBean(Tls.class);
            assertThat(shown(port, tls)).isEqualTo(first.serial());
            assertThatThrownBy(() -> shown(port, stranger))
                    .isInstanceOf(SSLException.class)
                    .hasMessageContaining("unable to find valid certification path");
            Authority.Leaf second = AUTHORITY.issue("sample");
            second.to(folder.resolve("tls.crt"), folder.resolve("tls.key"));
            await().atMost(Duration.ofSeconds(20)).until(() -> shown(port, tls).equals(second.serial()));
        }
    }

    @Test
    void aMissingFileEndsTheStartWithItsName(CapturedOutput output) {
        Authority.write(folder.resolve("ca.crt"), AUTHORITY.pem());
        assertThatThrownBy(this::start).isNotNull();
        assertThat(output)
                .contains("VERBENA_TLS_CERTIFICATE names '" + folder.resolve("tls.crt") + "', which does not exist");
    }

    private ConfigurableApplicationContext start() {
        var properties = SampleService.properties(
                Postgres.shared().database(), Kafka.shared().bootstrap(), Running.TOKENS.issuer());
        properties.put(Tls.CERTIFICATE, folder.resolve("tls.crt"));
        properties.put(Tls.KEY, folder.resolve("tls.key"));
        properties.put(Tls.CA, folder.resolve("ca.crt"));
        properties.put("verbena.tls.period", "50ms");
        return SampleService.start(properties);
    }

    private static String shown(int port, Tls tls) throws Exception {
        try (HttpClient http = HttpClient.newBuilder().sslContext(tls.client()).build()) {
            var answer = http.send(
                    HttpRequest.newBuilder(URI.create("https://127.0.0.1:" + port + "/livez"))
                            .build(),
                    HttpResponse.BodyHandlers.discarding());
            assertThat(answer.statusCode()).isEqualTo(200);
            var leaf = (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
            return leaf.getSerialNumber().toString(16);
        }
    }
}
