package io.verbena.kit.kafka;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Up once Kafka has answered, whatever comes after. */
final class KafkaAtStart implements HealthIndicator {
    private final KafkaHealth kafka;
    private volatile boolean seen;

    KafkaAtStart(KafkaHealth kafka) {
        this.kafka = kafka;
    }

    @Override
    public Health health() {
        if (seen) {
            return Health.up().build();
        }
        Health now = kafka.health();
        seen = now.getStatus().equals(Status.UP);
        return now;
    }
}
