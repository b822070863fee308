package io.verbena.kit.idempotency;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The filter and its sweep. */
@Configuration(proxyBeanMethods = false)
public class IdempotencyConfiguration {
    private static final long SWEEP_MS = 600_000;

    @Bean
    IdempotencyKeys idempotencyKeys(JdbcClient jdbc) {
        return new IdempotencyKeys(jdbc);
    }

    @Bean
    FilterRegistrationBean<IdempotencyFilter> idempotencyFilter(
            @Value("${spring.application.name}") String service,
            IdempotencyKeys keys,
            PlatformTransactionManager transactions) {
        var filter = new IdempotencyFilter(service, keys, new TransactionTemplate(transactions));
        var registration = new FilterRegistrationBean<>(filter);
        registration.setOrder(SecurityFilterProperties.DEFAULT_FILTER_ORDER + 1);
        registration.addUrlPatterns("/api/*");
        return registration;
    }

    @Bean
    IdempotencySweep idempotencySweep(IdempotencyKeys keys) {
        return new IdempotencySweep(keys);
    }

    /** Forgets old keys, on every replica: the second finds nothing to do. */
    record IdempotencySweep(IdempotencyKeys keys) {
        @Scheduled(initialDelay = SWEEP_MS, fixedDelay = SWEEP_MS)
        void sweep() {
            keys.sweep();
        }
    }
}
