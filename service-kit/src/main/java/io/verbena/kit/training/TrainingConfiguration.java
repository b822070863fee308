package io.verbena.kit.training;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** {@link Training}, where the start is one. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty("verbena.training")
public class TrainingConfiguration {
    @Bean
    Training training() {
        return new Training();
    }
}
