package io.verbena.telemetry;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code verbena.telemetry.*}.
 *
 * @param group Kafka consumer group, one a replica
 * @param keep how long the series of a function stay after the last sample that had it; longer than a scrape interval, so
 *     that the last values are scraped
 */
@ConfigurationProperties("verbena.telemetry")
public record TelemetryProperties(String group, Duration keep) {
    public TelemetryProperties {
        if (group == null || group.isBlank()) {
            throw new IllegalArgumentException("verbena.telemetry.group is needed");
        }
        if (keep == null || keep.isNegative() || keep.isZero()) {
            throw new IllegalArgumentException("verbena.telemetry.keep must be positive: " + keep);
        }
    }
}
