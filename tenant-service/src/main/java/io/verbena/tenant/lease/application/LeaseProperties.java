package io.verbena.tenant.lease.application;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Quota leases.
 *
 * @param term how long after a sync a NIC may go on admitting: the longest that it follows an old policy
 * @param silence after which a NIC counts as unreachable: what it has is reported as stranded, what it waits for is forgotten
 * @param surveyInterval how often that is looked for, and how old the series of a scrape may be
 */
@ConfigurationProperties("verbena.lease")
public record LeaseProperties(
        @DefaultValue("10s") Duration term,
        @DefaultValue("20s") Duration silence,
        @DefaultValue("5s") Duration surveyInterval) {
    public LeaseProperties {
        if (term.toMillis() < 1000 || silence.compareTo(term) < 0 || !surveyInterval.isPositive()) {
            throw new IllegalArgumentException("verbena.lease: term is 1 s or more, silence no shorter, and"
                    + " survey-interval positive, not " + term + ", " + silence + ", " + surveyInterval);
        }
    }
}
