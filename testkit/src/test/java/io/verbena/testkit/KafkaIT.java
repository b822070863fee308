package io.verbena.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaIT {
    @Test
    void carriesARecordOfATransaction() throws Exception {
        String bootstrap = Kafka.shared().bootstrap();
        var producerProperties = Map.<String, Object>of("bootstrap.servers", bootstrap, "transactional.id", "test");
        try (var producer = new KafkaProducer<>(producerProperties, new StringSerializer(), new StringSerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>("kafka-test", "key", "value")).get(10, TimeUnit.SECONDS);
            producer.commitTransaction();
        }
        var consumerProperties = Map.<String, Object>of(
                "bootstrap.servers", bootstrap, "group.id", "kafka-test", "auto.offset.reset", "earliest");
        try (var consumer =
                new KafkaConsumer<>(consumerProperties, new StringDeserializer(), new StringDeserializer())) {
            consumer.subscribe(List.of("kafka-test"));
            long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
            String value = null;
            while (value == null && System.nanoTime() - deadline < 0) {
                for (var message : consumer.poll(Duration.ofMillis(100))) {
                    value = message.value();
                }
            }
            assertThat(value).isEqualTo("value");
        }
    }
}
