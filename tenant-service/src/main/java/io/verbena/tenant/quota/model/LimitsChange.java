package io.verbena.tenant.quota.model;

import java.time.Instant;

/**
 * One change of a node's limits.
 *
 * @param generation that it made
 * @param limits all of them, as they were from then on
 * @param changedBy client id
 */
public record LimitsChange(long generation, Limits limits, String changedBy, Instant changedAt) {}
