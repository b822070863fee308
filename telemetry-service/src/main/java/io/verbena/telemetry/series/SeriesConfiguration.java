package io.verbena.telemetry.series;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.verbena.telemetry.TelemetryProperties;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Hangs the series into the registry that the scrape reads. */
@Configuration(proxyBeanMethods = false)
class SeriesConfiguration {
    @Bean
    Samples samples(TelemetryProperties properties, KafkaProperties kafka, MeterRegistry meters) {
        var samples = new Samples(properties.keep(), silent(kafka), System::nanoTime);
        FunctionCounter.builder("vnic.telemetry.refused.samples", samples, Samples::refused)
                .description("Samples of NICs and functions that found no room")
                .register(meters);
        return samples;
    }

    /**
     * The broker gives a replica's partitions away a session timeout after its last heartbeat; a sample may be younger than
     * that heartbeat.
     */
    private static Duration silent(KafkaProperties kafka) {
        Map<String, Object> consumer = kafka.buildConsumerProperties();
        return Duration.ofMillis(millis(consumer, ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG)
                - millis(consumer, ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG));
    }

    private static long millis(Map<String, Object> consumer, String name) {
        return Long.parseLong(String.valueOf(consumer.get(name)));
    }

    @Bean
    SeriesCollector seriesCollector(Samples samples, PrometheusRegistry registry) {
        var collector = new SeriesCollector(samples);
        registry.register(collector);
        return collector;
    }
}
