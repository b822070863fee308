package io.verbena.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.verbena.testkit.Authority;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsTest {
    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final Authority BLUE = Authority.named("blue");
    private static final Authority RED = Authority.named("red");

    @TempDir
    private Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private Path certificate;
    private Path key;
    private Path ca;
    private HttpsServer server;

    @BeforeEach
    void files() {
        certificate = folder.resolve("tls.crt");
        key = folder.resolve("tls.key");
        ca = folder.resolve("ca.crt");
        variables.put(Tls.CERTIFICATE, certificate.toString());
        variables.put(Tls.KEY, key.toString());
        variables.put(Tls.CA, ca.toString());
        BLUE.issue("server").to(certificate, key);
        Authority.write(ca, BLUE.pem());
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void aNewConnectionSeesTheNewCertificate() throws Exception {
        try (Tls tls = start()) {
            serve(tls);
            String before = shown(tls.client());
            Authority.Leaf next = BLUE.issue("server");
            next.to(certificate, key);
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> shown(tls.client()).equals(next.serial()));
            assertThat(before).isNotEqualTo(next.serial());
        }
    }

    @Test
    void aClientOfAnotherAuthorityIsRefusedAndTakesItOnceItsFileDoes() throws Exception {
        try (Tls tls = start()) {
            serve(tls);
            Path other = folder.resolve("other.crt");
            Authority.write(other, RED.pem());
            try (Tls client = Tls.start(Map.of(Tls.CA, other.toString())::get, PERIOD)) {
                assertThatThrownBy(() -> shown(client.client()))
                        .isInstanceOf(SSLException.class)
                        .hasMessageContaining("unable to find valid certification path")
                        .hasMessageContaining("VERBENA_TLS_CA, " + other);
                Authority.write(other, RED.pem() + BLUE.pem());
                await().atMost(Duration.ofSeconds(10))
                        .ignoreExceptions()
                        .until(() -> !shown(client.client()).isEmpty());
                // One client throughout: a session must not outlive the trust it was made with.
                Authority.write(other, RED.pem());
                await().atMost(Duration.ofSeconds(10)).until(() -> refused(client.client()));
            }
        }
    }

    @Test
    void whatIsWrongLaterChangesNothing() throws Exception {
        try (Tls tls = start()) {
            serve(tls);
            String before = shown(tls.client());
            BLUE.expired("server").to(certificate, key);
            Authority.write(ca, "garbage");
            tls.refresh();
            assertThat(shown(tls.client())).isEqualTo(before);
            Authority.Leaf next = BLUE.issue("server");
            next.to(certificate, key);
            tls.refresh();
            assertThat(shown(tls.client())).isEqualTo(next.serial());
        }
    }

    @Test
    void whatIsWrongAtTheStartIsNamed() {
        variables.put(Tls.KEY, folder.resolve("none").toString());
        refuses("VERBENA_TLS_KEY names '" + folder.resolve("none") + "', which does not exist");

        variables.put(Tls.KEY, key.toString());
        Authority.write(key, BLUE.issue("other").key());
        refuses("VERBENA_TLS_KEY names '" + key + "', which does not match the certificate in '" + certificate
                + "' of VERBENA_TLS_CERTIFICATE");

        Authority.write(key, "garbage");
        refuses("VERBENA_TLS_KEY names '" + key + "', which has no private key in PEM");

        Authority.write(certificate, "garbage");
        refuses("VERBENA_TLS_CERTIFICATE names '" + certificate + "', which has no certificate in PEM");

        BLUE.expired("server").to(certificate, key);
        refuses("VERBENA_TLS_CERTIFICATE names '" + certificate + "', which expired at ");

        BLUE.issue("server").to(certificate, key);
        Authority.write(ca, "garbage");
        refuses("VERBENA_TLS_CA names '" + ca + "', which has no certificate in PEM");

        Authority.write(ca, BLUE.pem());
        variables.remove(Tls.KEY);
        refuses("VERBENA_TLS_KEY is not set");
    }

    @Test
    void theProbeSaysWhatReadyzAnswers() throws Exception {
        try (Tls tls = start()) {
            serve(tls);
            server.createContext("/readyz", exchange -> {
                byte[] why = "{\"status\":\"DOWN\"}\n".getBytes(StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(503, why.length);
                exchange.getResponseBody().write(why);
                exchange.close();
            });
            assertThat(Probe.ask(server.getAddress().getPort())).isEqualTo("503 {\"status\":\"DOWN\"}");
        }
    }

    @Test
    void kafkaIsToldWhatItTakes() {
        assertThat(KafkaSecurity.of(variables::get).settings()).isEmpty();
        variables.put(KafkaSecurity.USERNAME, "verbena");
        assertThatThrownBy(() -> KafkaSecurity.of(variables::get))
                .hasMessage(
                        "VERBENA_KAFKA_SASL_USERNAME needs VERBENA_KAFKA_SECURITY_PROTOCOL SASL_PLAINTEXT or SASL_SSL,"
                                + " and it is PLAINTEXT");
        variables.put(KafkaSecurity.PROTOCOL, "TLS");
        assertThatThrownBy(() -> KafkaSecurity.of(variables::get))
                .hasMessageContaining("cannot be 'TLS': it is one of [PLAINTEXT, SASL_PLAINTEXT, SASL_SSL, SSL]");
        variables.put(KafkaSecurity.PROTOCOL, "SASL_SSL");
        assertThatThrownBy(() -> KafkaSecurity.of(variables::get))
                .hasMessageContaining("it is one of [PLAIN, SCRAM-SHA-256, SCRAM-SHA-512]");
        variables.put(KafkaSecurity.MECHANISM, "PLAIN");
        assertThatThrownBy(() -> KafkaSecurity.of(variables::get))
                .hasMessage("VERBENA_KAFKA_SASL_PASSWORD is needed for SASL");
        variables.put(KafkaSecurity.PASSWORD, "a\"b\\c");
        KafkaSecurity security = KafkaSecurity.of(variables::get);
        assertThat(security.settings().get("sasl.jaas.config")).endsWith("password=\"a\\\"b\\\\c\";");
        assertThat(security.toString()).isEqualTo("SASL_SSL");
    }

    private Tls start() {
        return Tls.start(variables::get, PERIOD);
    }

    private void refuses(String message) {
        assertThatThrownBy(this::start).isInstanceOf(TlsException.class).hasMessageContaining(message);
    }

    private void serve(Tls tls) throws IOException {
        server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls.server().orElseThrow()));
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    /** The serial of what the server shows to a new client. */
    private String shown(SSLContext context) throws Exception {
        URI url = URI.create("https://127.0.0.1:" + server.getAddress().getPort());
        try (HttpClient http = HttpClient.newBuilder().sslContext(context).build()) {
            var answer = http.send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.discarding());
            var leaf = (X509Certificate) answer.sslSession().orElseThrow().getPeerCertificates()[0];
            return leaf.getSerialNumber().toString(16);
        }
    }

    private boolean refused(SSLContext context) throws Exception {
        try {
            shown(context);
            return false;
        } catch (SSLException e) {
            return true;
        }
    }
}
