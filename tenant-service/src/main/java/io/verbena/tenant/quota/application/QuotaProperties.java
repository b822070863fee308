package io.verbena.tenant.quota.application;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The ledger's housekeeping.
 *
 * @param sweepInterval how often overdue reservations are looked for: the longest that one holds back others for nothing
 * @param rememberEnded how long an ended reservation is known, so that a late repeat of its operation is recognised
 * @param metricsInterval how old the quota series of a scrape may be
 */
@ConfigurationProperties("verbena.quota")
public record QuotaProperties(
        @DefaultValue("1s") Duration sweepInterval,
        @DefaultValue("30d") Duration rememberEnded,
        @DefaultValue("5s") Duration metricsInterval) {
    public QuotaProperties {
        requirePositive("sweep-interval", sweepInterval);
        requirePositive("remember-ended", rememberEnded);
        requirePositive("metrics-interval", metricsInterval);
    }

    private static void requirePositive(String name, Duration duration) {
        if (!duration.isPositive()) {
            throw new IllegalArgumentException("verbena.quota." + name + " must be positive: " + duration);
        }
    }
}
