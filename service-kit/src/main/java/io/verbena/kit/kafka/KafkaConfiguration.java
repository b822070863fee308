package io.verbena.kit.kafka;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.config.KafkaListenerEndpointRegistry;
import org.springframework.kafka.core.KafkaAdmin;

/** Health of Kafka. Spring names the indicators after their beans, without the suffix. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBean(KafkaAdmin.class)
public class KafkaConfiguration {
    @Bean
    KafkaHealth kafkaHealthIndicator(KafkaAdmin admin, KafkaConnectionDetails connection) {
        Map<String, Object> config = new HashMap<>(admin.getConfigurationProperties());
        config.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 1_000);
        return new KafkaHealth(String.join(",", connection.getAdmin().getBootstrapServers()), config);
    }

    @Bean
    KafkaAtStart kafkaAtStartHealthIndicator(KafkaHealth kafka) {
        return new KafkaAtStart(kafka);
    }

    @Bean
    @ConditionalOnBean(KafkaListenerEndpointRegistry.class)
    ListenerStart listenerStart(KafkaListenerEndpointRegistry listeners, KafkaConnectionDetails connection) {
        return new ListenerStart(listeners, connection.getConsumer().getBootstrapServers());
    }
}
