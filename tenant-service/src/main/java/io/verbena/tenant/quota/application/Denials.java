package io.verbena.tenant.quota.application;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.contracts.Resource;
import io.verbena.tenant.quota.model.Account;
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
        counter(refusal.tenant(), refusal.scope(), refusal.resource()).increment();
    }

    /** Lets the series of a tenant's own limit begin at 0: of one that begins at 1, {@code increase()} sees nothing. */
    void begin(Account tenant, Resource resource) {
        counter(tenant.tenant(), tenant.scope(), resource);
    }

    private Counter counter(String tenant, String scope, Resource resource) {
        return Counter.builder("vnic.quota.denials")
                .description("Requests that the ledger or a device refused for a limit")
                .tag("tenant", tenant)
                .tag("scope", scope)
                .tag("resource", QuotaSeries.label(resource))
                .tag("layer", "admission")
                .register(registry);
    }
}
