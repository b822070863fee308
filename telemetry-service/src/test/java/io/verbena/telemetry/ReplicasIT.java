package io.verbena.telemetry;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.Topics;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.json.JsonMapper;

/** Two replicas of one group: each series is at one of them, and last values are at both. */
class ReplicasIT {
    /** Enough for each partition to have some. */
    private static final List<String> NICS =
            IntStream.range(0, 8).mapToObj(number -> "nic-" + number).toList();

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int OLD_SAMPLES = 200;
    private static final UUID BOOT = new UUID(7, 7);
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern SERIES =
            Pattern.compile("^vnic_vf_transmit_bytes_total\\{.*pf=\"([^/]+)/0\".*} (\\S+)$", Pattern.MULTILINE);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Postgres.Database database = Postgres.shared().database();
    private final Kafka kafka = Kafka.start();
    private final TestTokens tokens = TestTokens.start();
    private final KafkaProducer<String, byte[]> nics = new KafkaProducer<>(
            Map.of("bootstrap.servers", kafka.bootstrap()), new StringSerializer(), new ByteArraySerializer());
    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();
    private final List<Integer> statuses = new ArrayList<>();
    /** The highest value of each NIC that any replica exposed. */
    private final Map<String, Double> highest = new HashMap<>();

    private long sequence;

    @BeforeEach
    void start() {
        kafka.createTopics(Topics.COUNTERS, Topics.NIC_EVENTS);
        // What the first of the group finds.
        for (int old = 0; old < OLD_SAMPLES; old++) {
            sampled();
        }
        NICS.forEach(nic -> highest.put(nic, (double) sequence));
        replicas.add(replica());
    }

    @AfterEach
    void stop() {
        replicas.forEach(ConfigurableApplicationContext::close);
        nics.close(Duration.ZERO);
        kafka.close();
        tokens.close();
    }

    @Test
    void eachSeriesIsAtOneReplicaAndTheOtherTakesOverFromOneThatIsKilled() {
        ConfigurableApplicationContext first = replicas.getFirst();
        await().atMost(LIMIT).until(() -> sampled().exposed(first).size() == NICS.size());
        await().atMost(LIMIT).until(() -> answers(first).distinct().toList().equals(List.of(200)));

        ConfigurableApplicationContext second = replica();
        replicas.add(second);
        await().atMost(LIMIT).untilAsserted(() -> {
            sampled();
            assertThat(exposed(second)).isNotEmpty();
            assertThat(exposed(first)).isNotEmpty();
            assertThat(Stream.of(first, second).flatMap(replica -> exposed(replica).stream()))
                    .containsExactlyInAnyOrderElementsOf(NICS);
        });
        assertThat(answers(second)).containsOnly(200);
        // Whichever of them a NIC's events come to, increase() sees the first.
        assertThat(replicas)
                .allSatisfy(replica -> await().atMost(LIMIT)
                        .until(() -> get(replica, "/actuator/prometheus")
                                .body()
                                .contains("resource=\"qp\",scope=\"function\",tenant=\"blue\"} 0.0")));

        replicas.remove(second);
        second.close();
        List<String> left = sampled().exposed(first);
        assertThat(left).as("nobody told it yet").isNotEmpty().hasSizeLessThan(NICS.size());
        await().atMost(LIMIT).until(() -> {
            answers(first).forEach(statuses::add);
            return sampled().exposed(first).size() == NICS.size();
        });
        assertThat(exposed(first)).containsExactlyInAnyOrderElementsOf(NICS);
        assertThat(statuses).containsOnly(200);
        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(
                                NICS.stream().map(nic -> get(first, path(nic)).body()))
                        .allSatisfy(body -> assertThat(body).contains("\"transmit_bytes\":" + sequence)));
    }

    /** Closing stands for a kill: a member with a name does not tell the group that it leaves. */
    private ConfigurableApplicationContext replica() {
        return TelemetryService.application()
                .run(
                        "--server.port=0",
                        "--VERBENA_DB_URL=" + database.jdbcUrl("telemetry"),
                        "--VERBENA_DB_USER=" + database.user(),
                        "--VERBENA_DB_PASSWORD=" + database.password(),
                        "--spring.kafka.bootstrap-servers=" + kafka.bootstrap(),
                        "--spring.kafka.consumer.properties.group.instance.id=replica-" + replicas.size(),
                        "--spring.kafka.consumer.properties.session.timeout.ms=3000",
                        "--spring.kafka.consumer.properties.heartbeat.interval.ms=300",
                        "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + tokens.issuer());
    }

    /** What NICs do each second; here each time that somebody looks. */
    private ReplicasIT sampled() {
        sequence++;
        for (int number = 0; number < NICS.size(); number++) {
            String nic = NICS.get(number);
            var batch = batch(nic, BOOT, sequence, function(new UUID(8, number), "vf-of-" + nic, "blue", sequence));
            nics.send(new ProducerRecord<>(Topics.COUNTERS, nic, JSON.writeValueAsBytes(batch)));
        }
        nics.flush();
        return this;
    }

    /**
     * The NICs whose functions a replica exposes; one that it exposes twice is there twice. No value is below what any
     * replica exposed before.
     */
    private List<String> exposed(ConfigurableApplicationContext replica) {
        return SERIES.matcher(get(replica, "/actuator/prometheus").body())
                .results()
                .map(series -> {
                    double value = Double.parseDouble(series.group(2));
                    assertThat(value).as(series.group(1)).isGreaterThanOrEqualTo(highest.get(series.group(1)));
                    highest.put(series.group(1), value);
                    return series.group(1);
                })
                .toList();
    }

    private Stream<Integer> answers(ConfigurableApplicationContext replica) {
        return NICS.stream()
                .flatMap(nic -> Stream.of(path(nic), "/api/v1/nics/" + nic + "/counters"))
                .map(path -> get(replica, path).statusCode());
    }

    private static String path(String nic) {
        return "/api/v1/tenants/blue/virtualFunctions/vf-of-" + nic + "/counters";
    }

    private HttpResponse<String> get(ConfigurableApplicationContext replica, String path) {
        String port = replica.getEnvironment().getRequiredProperty("local.server.port");
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + tokens.platformReader())
                .timeout(Duration.ofSeconds(20))
                .build();
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
