package io.verbena.tenant.quota.application;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.tenant.quota.model.Refusal;
import org.springframework.stereotype.Component;

/** Counts what the ledger refused: {@code vnic_quota_denials_total}. */
@Component
class Denials {
    private final MeterRegistry registry;

    Denials(MeterRegistry registry) {
        this.registry = registry;
    }

    void count(Refusal refusal) {
        Counter.builder("vnic.quota.denials")
                .description("Requests that the ledger or a device refused for a limit")
                .tag("tenant", refusal.tenant())
                .tag("scope", refusal.scope())
                .tag("resource", QuotaSeries.label(refusal.resource()))
                .tag("layer", "admission")
                .register(registry)
                .increment();
    }
}
