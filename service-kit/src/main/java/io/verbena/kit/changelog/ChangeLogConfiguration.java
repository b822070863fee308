package io.verbena.kit.changelog;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.kafka.core.ProducerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Puts the log together and runs its two loops, in a service that names the log's topic. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("verbena.change-log.topic")
@EnableConfigurationProperties(ChangeLogProperties.class)
@Import(JpaWritesConfiguration.class)
public class ChangeLogConfiguration {
    private static final Logger log = LoggerFactory.getLogger(ChangeLogConfiguration.class);

    /** When Kafka is slower than this a batch is given up and sent again. */
    private static final Duration DELIVERY_TIMEOUT = Duration.ofSeconds(10);

    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    /** How long a batch of a relay that was killed keeps readers of committed records waiting. */
    private static final Duration KAFKA_TRANSACTION_TIMEOUT = Duration.ofSeconds(15);

    /** The sequencer wakes the relay; this is for what another replica sequenced and did not relay. */
    private static final Duration RELAY_PAUSE = Duration.ofMillis(500);

    private static final long TRIM_MS = 60_000;
    private static final long LAG_MS = 1_000;

    @Bean
    Outbox outbox(
            JdbcClient jdbc,
            JsonMapper json,
            ObjectProvider<PendingWrites> pending,
            @Qualifier("sequencerLoop") Loop sequencerLoop) {
        return new Outbox(jdbc, json, () -> pending.ifAvailable(PendingWrites::flush), sequencerLoop::wake);
    }

    @Bean
    Sequencer sequencer(JdbcClient jdbc, PlatformTransactionManager transactions) {
        return new Sequencer(jdbc, readCommitted(transactions));
    }

    @Bean
    ChangeLog changeLog(
            @Value("${spring.application.name}") String service,
            JdbcClient jdbc,
            PlatformTransactionManager transactions) {
        return new ChangeLog(service, jdbc, readCommitted(transactions));
    }

    @Bean
    Loop sequencerLoop(
            Sequencer sequencer,
            ChangeLogProperties properties,
            @Qualifier("relayLoop") ObjectProvider<Loop> relay,
            @Qualifier("watchLoop") ObjectProvider<Loop> watch) {
        return new Loop("sequencing changes", properties.poll(), () -> {
            int moved = sequencer.sequence();
            if (moved > 0) {
                watch.ifAvailable(Loop::wake);
                relay.ifAvailable(Loop::wake);
            }
            return moved == Sequencer.BATCH;
        });
    }

    @Bean
    ChangeLogUpkeep changeLogUpkeep(ChangeLog changes, MeterRegistry meters, ChangeLogProperties properties) {
        Counter lost = Counter.builder("vnic.outbox.lost.changes")
                .description("Changes that were given up as Kafka was away for too long")
                .tag("topic", properties.topic())
                .register(meters);
        var upkeep = new ChangeLogUpkeep(changes, lost);
        Gauge.builder("vnic.outbox.lag", upkeep, ChangeLogUpkeep::lagSeconds)
                .baseUnit("seconds")
                .description("Age of the oldest change that has not reached Kafka")
                .tag("topic", properties.topic())
                .register(meters);
        return upkeep;
    }

    @Bean(defaultCandidate = false)
    DefaultKafkaProducerFactory<String, byte[]> changeProducers(
            ProducerFactory<?, ?> configured, @Value("${spring.application.name}") String service) {
        Map<String, Object> config = new HashMap<>(configured.getConfigurationProperties());
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) DELIVERY_TIMEOUT.toMillis());
        config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) REQUEST_TIMEOUT.toMillis());
        config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, DELIVERY_TIMEOUT.toMillis());
        config.put(ProducerConfig.TRANSACTION_TIMEOUT_CONFIG, (int) KAFKA_TRANSACTION_TIMEOUT.toMillis());
        config.put(ProducerConfig.LINGER_MS_CONFIG, 0);
        var factory = new DefaultKafkaProducerFactory<>(config, new StringSerializer(), new ByteArraySerializer());
        // Drawn anew in each process: the cursor's row lock keeps relays apart, and a relay that lost its lock while it
        // was sending can only repeat what was sent.
        factory.setTransactionIdPrefix(service + "-changes-" + UUID.randomUUID() + "-");
        return factory;
    }

    @Bean
    KafkaRelay kafkaRelay(
            ChangeLogProperties properties,
            ChangeLog changes,
            JdbcClient jdbc,
            PlatformTransactionManager transactions,
            @Qualifier("changeProducers") DefaultKafkaProducerFactory<String, byte[]> changeProducers,
            JsonMapper json) {
        return new KafkaRelay(
                properties.topic(),
                changes,
                jdbc,
                readCommitted(transactions),
                new KafkaTemplate<>(changeProducers),
                json,
                DELIVERY_TIMEOUT.plus(REQUEST_TIMEOUT));
    }

    @Bean
    Loop relayLoop(KafkaRelay relay, KafkaConnectionDetails connection) {
        String bootstrap = String.join(",", connection.getProducer().getBootstrapServers());
        return new Loop("relaying changes to Kafka at " + bootstrap, RELAY_PAUSE, relay::relay);
    }

    private static TransactionTemplate readCommitted(PlatformTransactionManager transactions) {
        var template = new TransactionTemplate(transactions);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
        return template;
    }

    /** Retention, and how far Kafka is behind. */
    static final class ChangeLogUpkeep {
        private final ChangeLog changes;
        private final Counter lost;
        private volatile double lagSeconds;

        ChangeLogUpkeep(ChangeLog changes, Counter lost) {
            this.changes = changes;
            this.lost = lost;
        }

        double lagSeconds() {
            return lagSeconds;
        }

        @Scheduled(initialDelay = TRIM_MS, fixedDelay = TRIM_MS)
        void trim() {
            long count = changes.giveUpUnrelayed(ChangeLog.UNRELAYED_COUNT, ChangeLog.RETENTION_COUNT);
            if (count > 0) {
                lost.increment(count);
                log.error("{} changes were given up, as Kafka did not take them: its consumers must list anew", count);
            }
            changes.trim(ChangeLog.RETENTION_AGE, ChangeLog.RETENTION_COUNT);
        }

        @Scheduled(fixedDelay = LAG_MS)
        void measure() {
            lagSeconds = changes.oldestUnrelayedSeconds();
        }
    }
}
