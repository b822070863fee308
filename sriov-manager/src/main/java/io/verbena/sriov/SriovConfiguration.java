package io.verbena.sriov;

import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.vf.model.VfHistory;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.Scheduled;

/** What belongs to the application as a whole. */
@Configuration(proxyBeanMethods = false)
class SriovConfiguration {
    @Bean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    OperationUpkeep operationUpkeep(Operations operations, VfHistory history, SriovProperties properties) {
        return new OperationUpkeep(operations, history, properties);
    }

    /** Forgets finished operations, and what happened long ago, once an hour. */
    static final class OperationUpkeep {
        private static final long EVERY_MS = 3_600_000;

        private final Operations operations;
        private final VfHistory history;
        private final SriovProperties properties;

        OperationUpkeep(Operations operations, VfHistory history, SriovProperties properties) {
            this.operations = operations;
            this.history = history;
            this.properties = properties;
        }

        @Scheduled(initialDelay = EVERY_MS, fixedDelay = EVERY_MS)
        void forget() {
            operations.forget(properties.operationRetention());
            history.trim();
        }
    }
}
