package io.verbena.kit.changelog;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code verbena.change-log.*}.
 *
 * @param topic where the log goes
 * @param poll how long a change waits at most when its after-commit signal got lost with its process
 */
@ConfigurationProperties("verbena.change-log")
record ChangeLogProperties(
        String topic, @DefaultValue("50ms") Duration poll) {
    ChangeLogProperties {
        if (poll.isNegative() || poll.isZero()) {
            throw new IllegalArgumentException("verbena.change-log.poll must be positive: " + poll);
        }
    }
}
