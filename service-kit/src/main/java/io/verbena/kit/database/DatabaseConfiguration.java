package io.verbena.kit.database;

import io.verbena.kit.web.PageTokenKey;
import java.util.function.Supplier;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.util.function.SingletonSupplier;

/** The gate, and the secret of page tokens. */
@Configuration(proxyBeanMethods = false)
public class DatabaseConfiguration {
    @Bean
    @ConditionalOnBooleanProperty(name = "verbena.training", havingValue = false, matchIfMissing = true)
    static DatabaseGate databaseGate() {
        return new DatabaseGate();
    }

    @Bean
    PageTokenKey pageTokenKey(JdbcClient jdbc) {
        Supplier<byte[]> read = () -> jdbc.sql("SELECT secret FROM page_token_key")
                .query(byte[].class)
                .single();
        return new PageTokenKey(SingletonSupplier.of(read)::obtain);
    }
}
