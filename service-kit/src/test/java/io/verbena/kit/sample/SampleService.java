package io.verbena.kit.sample;

import io.verbena.testkit.Postgres;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;

@SpringBootApplication
public class SampleService {
    /** Everything that a test does not care about. */
    public static Map<String, Object> properties(Postgres.Database database, String bootstrap, String issuer) {
        var properties = new HashMap<String, Object>();
        properties.put("spring.application.name", "sample");
        properties.put("server.port", 0);
        properties.put("spring.datasource.url", database.jdbcUrl("sample"));
        properties.put("spring.datasource.username", database.user());
        properties.put("spring.datasource.password", database.password());
        properties.put("spring.flyway.default-schema", "sample");
        properties.put("spring.flyway.locations", "classpath:db/migration/sample,classpath:db/migration/kit");
        properties.put("spring.kafka.bootstrap-servers", bootstrap);
        properties.put("spring.security.oauth2.resourceserver.jwt.issuer-uri", issuer);
        properties.put("verbena.change-log.topic", "verbena.sample-changes.v1");
        return properties;
    }

    public static ConfigurableApplicationContext start(Map<String, Object> properties) {
        var application = new SpringApplication(SampleService.class);
        application.setRegisterShutdownHook(false);
        return application.run(properties.entrySet().stream()
                .map(property -> "--" + property.getKey() + "=" + property.getValue())
                .toArray(String[]::new));
    }
}
