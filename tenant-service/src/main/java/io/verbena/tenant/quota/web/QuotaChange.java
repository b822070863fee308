package io.verbena.tenant.quota.web;

import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.LimitsChange;
import java.time.Instant;
import java.util.Map;

/** A change of limits as it is shown. */
record QuotaChange(long generation, Map<Resource, Long> limits, String changedBy, Instant changedAt) {
    static QuotaChange of(LimitsChange change) {
        return new QuotaChange(
                change.generation(), change.limits().byResource(), change.changedBy(), change.changedAt());
    }
}
