package io.verbena.kit.tls;

import io.verbena.tls.KafkaSecurity;
import io.verbena.tls.Tls;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.StringUtils;

/** Turns the variables into the properties of Spring Boot's that stand for them. After the secrets' files are read. */
public final class TlsDefaults implements EnvironmentPostProcessor {
    static final String BUNDLE = "verbena";

    @Override
    public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
        Map<String, Object> properties = new HashMap<>();
        if (StringUtils.hasText(environment.getProperty(Tls.CERTIFICATE))) {
            properties.put("server.ssl.bundle", BUNDLE);
        }
        KafkaSecurity.of(environment::getProperty)
                .settings()
                .forEach((name, value) -> properties.put("spring.kafka.properties[" + name + "]", value));
        environment.getPropertySources().addLast(new MapPropertySource("verbena TLS", properties));
    }
}
