package io.verbena.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.kit.sample.Api;
import io.verbena.kit.sample.Running;
import io.verbena.kit.sample.SampleService;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import io.verbena.testkit.TcpLink;
import io.verbena.testkit.TestTokens;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

/** One service through everything that may be away: PostgreSQL at the start, Kafka at the start and later, the issuer. */
@ExtendWith(OutputCaptureExtension.class)
class OutageIT {
    private static final String THINGS = "/api/v1/tenants/outage/things";

    @Test
    void comesUpAfterPostgresAndReadyAfterKafkaAndWorksOnWithoutKafka(CapturedOutput output) throws Exception {
        Postgres.Database database = Postgres.shared().database();
        int port = freePort();
        try (TcpLink postgres = TcpLink.cutOff();
                TcpLink kafka = TcpLink.cutOff();
                Kafka broker = Kafka.startBehind(kafka);
                TestTokens tokens = TestTokens.start()) {
            var properties = SampleService.properties(database, kafka.address(), tokens.issuer());
            properties.put("server.port", port);
            properties.put("spring.datasource.hikari.connection-timeout", 1000);
            properties.put(
                    "spring.datasource.url",
                    database.jdbcUrl("sample").replace(":" + Postgres.shared().port(), ":" + postgres.port()));
            CompletableFuture<ConfigurableApplicationContext> started =
                    CompletableFuture.supplyAsync(() -> SampleService.start(properties));
            Api api = Api.at(port);
            await().atMost(Duration.ofSeconds(30)).until(() -> output.getAll().contains("next attempt"));
            assertThat(output).contains("127.0.0.1:" + postgres.port() + "/").contains("Connection refused");
            assertThatThrownBy(() -> api.get("/readyz", null)).isInstanceOf(UncheckedIOException.class);

            postgres.connect(Postgres.shared().port());
            try (ConfigurableApplicationContext context = started.get(90, TimeUnit.SECONDS)) {
                assertThat(Running.port(context)).isEqualTo(port);
                goesThroughKafkasAbsence(api, tokens, kafka, broker, output);
                saysWhoIsAway(api, tokens, postgres);
            }
        }
    }

    private static void goesThroughKafkasAbsence(
            Api api, TestTokens tokens, TcpLink kafka, Kafka broker, CapturedOutput output) {
        assertThat(api.get("/readyz", null).status()).isEqualTo(503);
        assertThat(api.get("/livez", null).status()).isEqualTo(200);
        assertThat(create(api, tokens, "before-kafka")).isEqualTo(201);
        await().atMost(Duration.ofSeconds(20)).until(() -> lagSeconds(api) > 0);
        assertThat(output).contains("Kafka at " + kafka.address() + " does not answer");

        kafka.connect(broker.port());
        await().atMost(Duration.ofSeconds(30))
                .until(() -> api.get("/readyz", null).status() == 200);
        await().atMost(Duration.ofSeconds(30)).until(() -> lagSeconds(api) == 0);

        kafka.cut();
        assertThat(create(api, tokens, "without-kafka")).isEqualTo(201);
        await().atMost(Duration.ofSeconds(20)).until(() -> lagSeconds(api) > 0);
        assertThat(api.get("/readyz", null).status()).isEqualTo(200);
        assertThat(api.get("/actuator/health", null).body()).contains("\"kafka\":{\"status\":\"DOWN\"}");

        kafka.connect(broker.port());
        await().atMost(Duration.ofSeconds(30)).until(() -> lagSeconds(api) == 0);
    }

    private static void saysWhoIsAway(Api api, TestTokens tokens, TcpLink postgres) {
        String token = tokens.platformAdmin();
        postgres.cut();
        Api.Answer answer = api.get(THINGS, token);
        assertThat(answer.status()).as(answer.body()).isEqualTo(503);
        assertThat(answer.json()).containsEntry("reason", "UNAVAILABLE").containsEntry("retryAfterSeconds", 1);
        assertThat(api.post(THINGS, token, "{}", "Idempotency-Key", "k").status())
                .isEqualTo(503);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> api.get("/readyz", null).status() == 503);
        postgres.connect(Postgres.shared().port());
        await().atMost(Duration.ofSeconds(20))
                .until(() -> api.get("/readyz", null).status() == 200);
        assertThat(api.get(THINGS, token).status()).isEqualTo(200);
    }

    private static int create(Api api, TestTokens tokens, String name) {
        return api.post(THINGS, tokens.platformAdmin(), "{\"name\":\"" + name + "\",\"spec\":{\"size\":1}}")
                .status();
    }

    private static double lagSeconds(Api api) {
        return api.get("/actuator/prometheus", null)
                .body()
                .lines()
                .filter(line -> line.startsWith("vnic_outbox_lag_seconds{"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .findFirst()
                .orElseThrow();
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
