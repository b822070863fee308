package io.verbena.kit.kafka;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** Asks the brokers who they are. A change of the answer is logged, with the address and the reason. */
final class KafkaHealth implements HealthIndicator, DisposableBean {
    private static final Logger log = LoggerFactory.getLogger(KafkaHealth.class);
    private static final int TIMEOUT_MS = 2_000;

    private final String bootstrap;
    private final Map<String, Object> config;
    private @Nullable Admin admin;
    private @Nullable Boolean lastUp;

    KafkaHealth(String bootstrap, Map<String, Object> config) {
        this.bootstrap = bootstrap;
        this.config = config;
    }

    /** One check at a time: a second would only ask the same. */
    @Override
    public synchronized Health health() {
        try {
            int brokers = admin().describeCluster(new DescribeClusterOptions().timeoutMs(TIMEOUT_MS))
                    .nodes()
                    .get(TIMEOUT_MS + 500, TimeUnit.MILLISECONDS)
                    .size();
            changed(true, "");
            return Health.up()
                    .withDetail("bootstrap", bootstrap)
                    .withDetail("brokers", brokers)
                    .build();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Health.unknown().build();
        } catch (Exception e) {
            String reason = String.valueOf(e.getCause() == null ? e : e.getCause());
            changed(false, reason);
            return Health.down()
                    .withDetail("bootstrap", bootstrap)
                    .withDetail("reason", reason)
                    .build();
        }
    }

    /** Created late: the client refuses a host name that does not resolve yet. */
    private Admin admin() {
        Admin current = admin;
        if (current == null) {
            current = Admin.create(config);
            admin = current;
        }
        return current;
    }

    private void changed(boolean up, String reason) {
        if (lastUp == null || lastUp != up) {
            if (up) {
                log.info("Kafka at {} answers", bootstrap);
            } else {
                log.warn("Kafka at {} does not answer, trying on: {}", bootstrap, reason);
            }
            lastUp = up;
        }
    }

    @Override
    public synchronized void destroy() {
        if (admin != null) {
            admin.close(Duration.ZERO);
        }
    }
}
