package io.verbena.telemetry.series;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.verbena.telemetry.TelemetryProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Hangs the series into the registry that the scrape reads. */
@Configuration(proxyBeanMethods = false)
class SeriesConfiguration {
    @Bean
    Samples samples(TelemetryProperties properties, MeterRegistry meters) {
        var samples = new Samples(properties.keep(), System::nanoTime);
        FunctionCounter.builder("vnic.telemetry.refused.samples", samples, Samples::refused)
                .description("Samples of functions that found no room")
                .register(meters);
        return samples;
    }

    @Bean
    SeriesCollector seriesCollector(Samples samples, PrometheusRegistry registry) {
        var collector = new SeriesCollector(samples);
        registry.register(collector);
        return collector;
    }
}
