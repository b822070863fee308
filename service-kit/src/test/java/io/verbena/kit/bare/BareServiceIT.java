package io.verbena.kit.bare;

import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.kit.changelog.Outbox;
import io.verbena.kit.sample.Api;
import io.verbena.kit.sample.Running;
import io.verbena.kit.security.Allows;
import io.verbena.kit.security.Callers;
import io.verbena.testkit.Kafka;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

class BareServiceIT {
    @SpringBootApplication
    @RestController
    static class BareService {
        @Allows(Callers.TENANT)
        @GetMapping("/api/v1/tenants/{tenant}")
        String get(@PathVariable String tenant) {
            return tenant;
        }

        @KafkaListener(id = "bare", topics = "verbena.bare.v1")
        void onRecord(String record) {}
    }

    @Test
    void hasProblemsCallersAndHealthBesideAServiceThatHasTheRest() {
        Running.API.awaitReady();
        try (ConfigurableApplicationContext bare = start(Kafka.shared().bootstrap())) {
            Api api = Api.at(Running.port(bare)).awaitReady();
            assertThat(bare.getBeanProvider(DataSource.class).getIfAvailable()).isNull();
            assertThat(bare.getBeanProvider(Outbox.class).getIfAvailable()).isNull();
            String blue = TOKENS.tenant("tenant-viewer", "blue");
            assertThat(api.get("/api/v1/tenants/blue", blue).body()).isEqualTo("blue");
            assertThat(api.get("/api/v1/tenants/red", blue).json()).containsEntry("reason", "NOT_FOUND");
            assertThat(api.get("/api/v1/tenants/blue/things", blue).status()).isEqualTo(404);

            String own = api.get("/actuator/prometheus", null).body();
            String others = Running.API.get("/actuator/prometheus", null).body();
            assertThat(own).contains("application=\"bare\"").doesNotContain("application=\"sample\"", "vnic_outbox");
            assertThat(others).contains("application=\"sample\"").doesNotContain("application=\"bare\"");
        }
        assertThat(Running.API.get("/readyz", null).status()).isEqualTo(200);
    }

    @Test
    void startsAndSaysWhyItIsNotReadyWhereNobodyKnowsTheBroker() {
        try (ConfigurableApplicationContext bare = start("nowhere.invalid:9092")) {
            Api api = Api.at(Running.port(bare));
            assertThat(api.get("/livez", null).status()).isEqualTo(200);
            assertThat(api.get("/readyz", null).status()).isEqualTo(503);
            assertThat(api.get("/actuator/health", null).body()).contains("\"kafka\":{\"status\":\"DOWN\"}");
        }
    }

    private static ConfigurableApplicationContext start(String bootstrap) {
        var application = new SpringApplication(BareService.class);
        application.setRegisterShutdownHook(false);
        return application.run(
                "--spring.application.name=bare",
                "--server.port=0",
                "--spring.autoconfigure.exclude=org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
                "--spring.kafka.bootstrap-servers=" + bootstrap,
                "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + TOKENS.issuer());
    }
}
