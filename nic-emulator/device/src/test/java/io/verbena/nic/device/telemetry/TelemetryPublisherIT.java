package io.verbena.nic.device.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.contracts.telemetry.NicEventMessage;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.device.report.NicIdentity;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.TcpLink;
import io.verbena.tls.KafkaSecurity;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class TelemetryPublisherIT {
    private static final UUID VF = UUID.randomUUID();

    private final NicIdentity identity = new NicIdentity("nic-" + UUID.randomUUID(), "host-1", UUID.randomUUID());
    private final AtomicLong sequence = new AtomicLong();

    private CounterBatch sample() {
        return new CounterBatch(
                identity.nic(),
                identity.host(),
                identity.bootId(),
                sequence.incrementAndGet(),
                Instant.now(),
                Map.of(),
                List.of(new FunctionCounters(
                        0, 0, VF, "blue-a", "blue", Map.of("transmit_bytes", 7L), Map.of(), Map.of(), Map.of())));
    }

    @Test
    void whatHappenedWhileKafkaWasAwayArrivesInOrderWhenItIsBack() {
        try (TcpLink link = TcpLink.cutOff();
                Kafka kafka = Kafka.startBehind(link);
                var publisher = new TelemetryPublisher(identity, link.address(), KafkaSecurity.NONE, this::sample)) {
            publisher.start();
            publisher.onEvent(new NicEvent(NicEvent.Type.LIMIT_REFUSED, VF, Map.of("resource", "qp")));
            awaitSamples(3);
            assertThat(publisher.counts()).containsEntry("telemetry_published_records", 0L);
            link.connect(kafka.port());
            awaitPublished(publisher, 5);
            link.cut();
            long before = sequence.get();
            awaitSamples(before + 3);
            link.connect(kafka.port());
            awaitPublished(publisher, before + 4);

            List<CounterBatch> batches = received(link, Topics.COUNTERS, CounterBatch.class, (int) before + 3);
            assertThat(batches.stream()
                            .map(CounterBatch::sequence)
                            .limit(before + 3)
                            .toList())
                    .isEqualTo(LongStream.rangeClosed(1, before + 3).boxed().toList());
            assertThat(batches.getFirst().functions().getFirst().tenant()).isEqualTo("blue");
            NicEventMessage event =
                    received(link, Topics.NIC_EVENTS, NicEventMessage.class, 1).getFirst();
            assertThat(event.type()).isEqualTo("limit_refused");
            assertThat(event.tenant()).isEqualTo("blue");
            assertThat(event.sequence()).isEqualTo(1);
            assertThat(publisher.counts()).containsEntry("telemetry_dropped_records", 0L);
        }
    }

    private void awaitSamples(long count) {
        await().atMost(Duration.ofSeconds(20)).until(() -> sequence.get() >= count);
    }

    private static void awaitPublished(TelemetryPublisher publisher, long records) {
        await().atMost(Duration.ofSeconds(30))
                .until(() -> publisher.counts().get("telemetry_published_records") >= records);
    }

    private <T> List<T> received(TcpLink link, String topic, Class<T> type, int count) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", link.address(),
                "group.id", UUID.randomUUID().toString(),
                "auto.offset.reset", "earliest");
        List<T> all = new ArrayList<>();
        try (var consumer = new KafkaConsumer<>(settings, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of(topic));
            await().atMost(Duration.ofSeconds(30)).until(() -> {
                for (var message : consumer.poll(Duration.ofMillis(200))) {
                    if (message.key().equals(identity.nic())) {
                        all.add(JsonMapper.shared().readValue(message.value(), type));
                    }
                }
                return all.size() >= count;
            });
        }
        return all;
    }
}
