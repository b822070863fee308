package io.verbena.sriov;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import io.verbena.sriov.operations.Operations;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

/** What belongs to the application as a whole. */
@Configuration(proxyBeanMethods = false)
class SriovConfiguration {
    private static final String BEARER = "bearer";

    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    OpenAPI api() {
        return new OpenAPI()
                .info(new Info()
                        .title("Verbena SR-IOV manager")
                        .version("v1")
                        .description("NICs, and the virtual functions that tenants have on them."))
                .schemaRequirement(
                        BEARER,
                        new SecurityScheme()
                                .type(SecurityScheme.Type.HTTP)
                                .scheme("bearer")
                                .bearerFormat("JWT"))
                .addSecurityItem(new SecurityRequirement().addList(BEARER));
    }

    @Bean
    OperationUpkeep operationUpkeep(Operations operations, SriovProperties properties) {
        return new OperationUpkeep(operations, properties);
    }

    /** Forgets finished operations once an hour. */
    static final class OperationUpkeep {
        private static final long EVERY_MS = 3_600_000;

        private final Operations operations;
        private final SriovProperties properties;

        OperationUpkeep(Operations operations, SriovProperties properties) {
            this.operations = operations;
            this.properties = properties;
        }

        @Scheduled(initialDelay = EVERY_MS, fixedDelay = EVERY_MS)
        void forget() {
            operations.forget(properties.operationRetention());
        }
    }
}
