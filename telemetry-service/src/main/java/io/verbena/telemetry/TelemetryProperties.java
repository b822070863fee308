package io.verbena.telemetry;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code verbena.telemetry.*}.
 *
 * @param group Kafka consumer group of all replicas
 * @param keep how long the series of a function stay after its NIC's last sample that had it; longer than a scrape interval, so
 *     that the last values are scraped
 * @param remember how long REST answers for a NIC that fell silent
 */
@ConfigurationProperties("verbena.telemetry")
public record TelemetryProperties(String group, Duration keep, Duration remember) {
    public TelemetryProperties {
        if (group == null || group.isBlank()) {
            throw new IllegalArgumentException("verbena.telemetry.group is needed");
        }
        requirePositive("keep", keep);
        requirePositive("remember", remember);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration == null || duration.isNegative() || duration.isZero()) {
            throw new IllegalArgumentException("verbena.telemetry." + name + " must be positive: " + duration);
        }
    }
}
