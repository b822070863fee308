package io.verbena.telemetry;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;

/** The application. Its settings are in {@code telemetry-service.yml}. */
@SpringBootApplication
@ConfigurationPropertiesScan
public class TelemetryService {
    /** For {@code main}, and for whoever runs it beside others in one JVM. */
    public static SpringApplicationBuilder application() {
        return new SpringApplicationBuilder(TelemetryService.class)
                .web(WebApplicationType.SERVLET)
                .properties("spring.config.name=telemetry-service");
    }

    public static void main(String[] args) {
        application().run(args);
    }
}
