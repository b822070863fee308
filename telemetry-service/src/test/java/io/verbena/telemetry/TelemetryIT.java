package io.verbena.telemetry;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.NicEventMessage;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.MetricsTable;
import io.verbena.testkit.Postgres;
import io.verbena.testkit.TcpLink;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** The service against a real broker and database behind links; the broker's is cut at first. In order: it starts once. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(OutputCaptureExtension.class)
class TelemetryIT {
    private static final UUID BOOT = new UUID(7, 7);
    private static final String BLUE_A = "/api/v1/tenants/blue/virtualFunctions/blue-a/counters";
    private static final UUID BLUE = new UUID(8, 1);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern SERIES = Pattern.compile("^(vnic_\\w+)\\{(.*)} (\\S+)$");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static TestTokens tokens;
    private static TcpLink link;
    private static TcpLink database;
    private static Kafka kafka;
    private static KafkaProducer<String, byte[]> producer;
    private static ConfigurableApplicationContext context;

    @BeforeAll
    static void start() {
        tokens = TestTokens.start();
        link = TcpLink.cutOff();
        database = TcpLink.cutOff();
        database.connect(Postgres.shared().port());
        Postgres.Database own = Postgres.shared().database();
        kafka = Kafka.startBehind(link);
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", link.address()), new StringSerializer(), new ByteArraySerializer());
        context = TelemetryService.application()
                .run(
                        "--server.port=0",
                        "--VERBENA_DB_URL="
                                + own.jdbcUrl("telemetry")
                                        .replace(":" + Postgres.shared().port(), ":" + database.port()),
                        "--VERBENA_DB_USER=" + own.user(),
                        "--VERBENA_DB_PASSWORD=" + own.password(),
                        "--spring.datasource.hikari.connection-timeout=500",
                        "--spring.kafka.bootstrap-servers=" + link.address(),
                        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + tokens.issuer());
    }

    @AfterAll
    static void stop() {
        context.close();
        producer.close(Duration.ZERO);
        kafka.close();
        link.close();
        database.close();
        tokens.close();
    }

    @Test
    @Order(1)
    void withoutKafkaItIsUpAndNotReadyAndSaysWhy(CapturedOutput output) {
        assertThat(get("/livez", null).statusCode()).isEqualTo(200);
        assertThat(get("/readyz", null).statusCode()).isEqualTo(503);
        assertThat(output).contains("Kafka at " + link.address() + " does not answer");
        link.connect(kafka.port());
        await().atMost(Duration.ofSeconds(30)).until(() -> get("/readyz", null).statusCode() == 200);
    }

    @Test
    @Order(2)
    void aCounterBecomesASeriesWithItsLabels() {
        send(batch("nic-a", BOOT, 1, function(BLUE, "blue-a", "blue", 1000)));
        String labels = "{host=\"host-1\",pf=\"nic-a/0\",tenant=\"blue\",vf=\"blue-a\"} ";
        await().atMost(Duration.ofSeconds(30))
                .until(() -> scrape().contains("vnic_vf_transmit_bytes_total" + labels + "1000.0"));
        assertThat(scrape())
                .contains("vnic_vf_receive_packets_total" + labels + "1000.0")
                .contains("vnic_vf_retransmits_total" + labels + "1000.0")
                .contains(
                        "vnic_vf_verbs_total{host=\"host-1\",pf=\"nic-a/0\",tenant=\"blue\",verb=\"write\",vf=\"blue-a\"} 1000.0")
                .contains(
                        "vnic_quota_used_bytes{host=\"host-1\",pf=\"nic-a/0\",resource=\"registered_bytes\",scope=\"function\","
                                + "tenant=\"blue\",vf=\"blue-a\"} 28672.0");
    }

    @Test
    @Order(3)
    void whatIsExposedIsWhatTheDocumentSays() {
        await().untilAsserted(() -> assertThat(MetricsTable.exposed(scrape()))
                .isEqualTo(MetricsTable.documented(Path.of("../docs/metrics.md"), "telemetry-service")));
    }

    @Test
    @Order(4)
    void aTenantReadsItsOwnLastValuesOnly() {
        String path = BLUE_A;
        await().until(() -> get(path, tokens.platformReader()).statusCode() == 200);
        HttpResponse<String> own = get(path, tokens.tenant("tenant-viewer", "blue"));
        assertThat(own.statusCode()).isEqualTo(200);
        assertThat(own.body()).contains("\"transmit_bytes\":1000", "\"name\":\"blue-a\"", "\"nic\":\"nic-a\"");
        assertThat(get(path, tokens.platformReader()).statusCode()).isEqualTo(200);
        assertThat(get(path, tokens.tenant("tenant-admin", "red")).statusCode()).isEqualTo(404);
        assertThat(get(path.replace("/blue/", "/red/"), tokens.tenant("tenant-admin", "red"))
                        .statusCode())
                .isEqualTo(404);
        assertThat(get(path, null).statusCode()).isEqualTo(401);
        assertThat(get("/api/v1/nics/nic-a/counters", tokens.platformReader()).body())
                .contains("\"blue-a\"");
        assertThat(get("/api/v1/nics/nic-x/counters", tokens.platformReader()).statusCode())
                .isEqualTo(404);
        assertThat(get("/api/v1/nics/nic-a/counters", tokens.tenant("tenant-admin", "blue"))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    @Order(5)
    void malformedRecordsAreCountedAndBlockNothing(CapturedOutput output) {
        for (int i = 0; i < 3; i++) {
            send("nic-a", "no json".getBytes(StandardCharsets.UTF_8));
        }
        send("nic-a", null);
        send(batch("nic-a", BOOT, 2, function(BLUE, "blue-a", "blue", 3000)));
        await().atMost(Duration.ofSeconds(20)).until(() -> value("vnic_vf_transmit_bytes_total") == 3000);
        assertThat(value("vnic_telemetry_dead_records_total")).isEqualTo(4);
        assertThat(output.getAll().split("passed over the record at " + Topics.COUNTERS, -1))
                .hasSize(3);
    }

    @Test
    @Order(6)
    void theRateIsOfTheLastInterval() {
        await().untilAsserted(() ->
                assertThat(get(BLUE_A, tokens.platformAdmin()).body()).contains("\"transmit_bytes\":2000.0"));
    }

    @Test
    @Order(7)
    void afterAnOutageOfKafkaItCatchesUp() throws Exception {
        link.cut();
        await().atMost(Duration.ofSeconds(20)).until(() -> get("/readyz", null).statusCode() == 503);
        // What a NIC sends meanwhile waits in its producer; the sender itself may be held up, as the brokers are
        // unknown.
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            for (long sequence : new long[] {3, 5, 4, 6}) {
                send(batch("nic-a", BOOT, sequence, function(BLUE, "blue-a", "blue", 1000 * sequence)));
            }
        });
        link.connect(kafka.port());
        sent.get(60, TimeUnit.SECONDS);
        await().atMost(Duration.ofSeconds(30)).until(() -> value("vnic_vf_transmit_bytes_total") == 6000);
        await().atMost(Duration.ofSeconds(30)).until(() -> get("/readyz", null).statusCode() == 200);
        await().until(() -> scrape().contains(
                        "vnic_telemetry_batches_total{application=\"telemetry-service\",outcome=\"late\"} 1.0"));
        assertThat(value("vnic_telemetry_lost_batches_total")).isEqualTo(1);
        assertThat(scrape()).contains("kafka_consumer_fetch_manager_records_lag_max{");
    }

    @Test
    @Order(8)
    void withoutTheDatabaseSeriesGoOnAndLastValuesCatchUp() {
        database.cut();
        send(batch("nic-a", BOOT, 7, function(BLUE, "blue-a", "blue", 7000)));
        await().atMost(Duration.ofSeconds(30)).until(() -> value("vnic_vf_transmit_bytes_total") == 7000);
        HttpResponse<String> refused = get(BLUE_A, tokens.platformReader());
        assertThat(refused.statusCode()).as(refused.body()).isEqualTo(503);
        assertThat(refused.body()).contains("\"UNAVAILABLE\"", "\"retryAfterSeconds\":1");
        assertThat(get("/readyz", null).statusCode()).isEqualTo(200);
        await().until(() -> value("vnic_telemetry_store_lag_seconds") > 0);

        database.connect(Postgres.shared().port());
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(get(BLUE_A, tokens.platformReader()).body()).contains("\"transmit_bytes\":7000"));
        await().until(() -> value("vnic_telemetry_store_lag_seconds") == 0);
    }

    @Test
    @Order(9)
    void aVerbThatTheNicRefusedForALimitIsCountedOnce() {
        var detail = Map.of("resource", "QP", "scope", "function", "limit", "8", "used", "8", "requested", "1");
        for (long sequence : new long[] {1, 2, 2}) {
            var event = new NicEventMessage(
                    "nic-a", "host-1", BOOT, sequence, Batches.START, "limit_refused", BLUE, "blue", detail);
            send(Topics.NIC_EVENTS, "nic-a", JSON.writeValueAsBytes(event));
        }
        send(Topics.NIC_EVENTS, "nic-a", "no json".getBytes(StandardCharsets.UTF_8));
        await().atMost(Duration.ofSeconds(30))
                .until(() -> scrape().contains("vnic_telemetry_dead_records_total{application=\"telemetry-service\","
                        + "topic=\"verbena.nic-events.v1\"} 1.0"));
        String denials = "vnic_quota_denials_total{application=\"telemetry-service\",layer=\"datapath\",resource=\"";
        assertThat(scrape())
                .contains(denials + "qp\",scope=\"function\",tenant=\"blue\"} 2.0")
                .contains(denials + "mr\",scope=\"function\",tenant=\"blue\"} 0.0");
    }

    private static void send(CounterBatch batch) {
        send(batch.nic(), JSON.writeValueAsBytes(batch));
    }

    private static void send(String key, byte @Nullable [] value) {
        send(Topics.COUNTERS, key, value);
    }

    private static void send(String topic, String key, byte @Nullable [] value) {
        try {
            producer.send(new ProducerRecord<>(topic, key, value)).get(60, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static String scrape() {
        return get("/actuator/prometheus", null).body();
    }

    private static double value(String name) {
        return scrape().lines()
                .map(SERIES::matcher)
                .filter(line -> line.matches() && line.group(1).equals(name))
                .mapToDouble(line -> Double.parseDouble(line.group(3)))
                .sum();
    }

    private static HttpResponse<String> get(String path, @Nullable String token) {
        int port = Integer.parseInt(context.getEnvironment().getRequiredProperty("local.server.port"));
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(20));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
