package io.verbena.telemetry.lastvalues;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.telemetry.TelemetryProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Puts the steps together. */
@Configuration(proxyBeanMethods = false)
class LastValuesConfiguration {
    @Bean
    LastValues lastValues(
            JdbcClient jdbc, TransactionTemplate transaction, JsonMapper json, TelemetryProperties properties) {
        return new LastValues(jdbc, transaction, json, properties.keep(), properties.remember());
    }

    @Bean(destroyMethod = "close")
    LastValuesWriter lastValuesWriter(LastValues values, MeterRegistry meters) {
        var writer = new LastValuesWriter(values, System::nanoTime);
        Gauge.builder("vnic.telemetry.store.lag", writer, LastValuesWriter::lagSeconds)
                .baseUnit("seconds")
                .description("How long last values have waited for the database")
                .register(meters);
        FunctionCounter.builder("vnic.telemetry.refused.last.values", writer, LastValuesWriter::refused)
                .description("Last values of NICs that found no room to wait for the database")
                .register(meters);
        return writer;
    }
}
