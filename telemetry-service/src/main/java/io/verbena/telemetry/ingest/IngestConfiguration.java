package io.verbena.telemetry.ingest;

import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.telemetry.lastvalues.LastValues;
import io.verbena.telemetry.lastvalues.LastValuesWriter;
import io.verbena.telemetry.series.Samples;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.kafka.listener.CommonErrorHandler;
import org.springframework.kafka.listener.DefaultErrorHandler;
import org.springframework.util.backoff.FixedBackOff;
import tools.jackson.databind.json.JsonMapper;

/** Puts the steps together. */
@Configuration(proxyBeanMethods = false)
class IngestConfiguration {
    @Bean
    IngestMeters ingestMeters(MeterRegistry meters) {
        return new IngestMeters(meters);
    }

    @Bean
    DatapathDenials datapathDenials(LastValues lastValues, MeterRegistry meters) {
        return new DatapathDenials(lastValues, meters);
    }

    @Bean
    CounterIngest counterIngest(JsonMapper json, Samples samples, LastValuesWriter lastValues, IngestMeters meters) {
        return new CounterIngest(new CounterRecords(json), samples, lastValues, meters);
    }

    @Bean
    EventIngest eventIngest(JsonMapper json, DatapathDenials denials, IngestMeters meters) {
        return new EventIngest(new EventRecords(json), denials, meters);
    }

    /** A record that makes us fail would make us fail again: it goes to the dead end too, and the partition goes on. */
    @Bean
    CommonErrorHandler passOver(IngestMeters meters) {
        return new DefaultErrorHandler(
                (message, failure) -> meters.dead(message, "our own failure: " + failure), new FixedBackOff(0, 0));
    }
}
