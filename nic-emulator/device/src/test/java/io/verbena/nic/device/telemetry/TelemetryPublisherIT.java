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
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
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
    void whatHappenedWhileKafkaWasAwayArrivesInOrderWhenItIsBack() throws IOException {
        try (Relay relay = new Relay();
                var publisher = new TelemetryPublisher(identity, relay.address(), this::sample)) {
            publisher.start();
            publisher.onEvent(new NicEvent(NicEvent.Type.LIMIT_REFUSED, VF, Map.of("resource", "qp")));
            await().atMost(Duration.ofSeconds(20)).until(() -> sequence.get() >= 4);
            assertThat(publisher.counts()).containsEntry("telemetry_published_records", 0L);

            relay.connect(Kafka.shared().bootstrap());

            List<CounterBatch> batches = received(Topics.COUNTERS, CounterBatch.class, 4);
            assertThat(batches).extracting(CounterBatch::sequence).startsWith(1L, 2L, 3L, 4L);
            assertThat(batches.getFirst().functions().getFirst().tenant()).isEqualTo("blue");
            NicEventMessage event =
                    received(Topics.NIC_EVENTS, NicEventMessage.class, 1).getFirst();
            assertThat(event.type()).isEqualTo("limit_refused");
            assertThat(event.tenant()).isEqualTo("blue");
            assertThat(event.sequence()).isEqualTo(1);
            assertThat(publisher.counts()).containsEntry("telemetry_dropped_records", 0L);
        }
    }

    private <T> List<T> received(String topic, Class<T> type, int count) {
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", Kafka.shared().bootstrap(),
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
