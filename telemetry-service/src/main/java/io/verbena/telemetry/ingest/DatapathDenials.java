package io.verbena.telemetry.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.contracts.Resource;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * {@code vnic_quota_denials_total} of layer {@code datapath}: verbs that a NIC refused for a limit. This replica's own counts,
 * as of requests served: they stay when a partition goes, and the sum over replicas grows with each denial.
 */
final class DatapathDenials {
    /** The scope of a function's own limits, as NICs name it. */
    private static final String FUNCTION = "function";

    /** Some thousand tenants; beyond that denials are counted without the tenant's name. */
    private static final int MAX_SERIES = 20_000;

    private final MeterRegistry meters;
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();

    private record Key(String tenant, String scope, Resource resource) {}

    DatapathDenials(MeterRegistry meters) {
        this.meters = meters;
    }

    void count(String tenant, String scope, Resource resource) {
        counter(new Key(tenant, scope, resource)).increment();
    }

    /** Lets the series of limits in force begin at 0: of one that begins at 1, {@code increase()} sees nothing. */
    void begin(List<FunctionCounters> functions) {
        for (FunctionCounters function : functions) {
            for (Resource resource : function.limits().keySet()) {
                counter(new Key(function.tenant(), FUNCTION, resource));
            }
        }
    }

    private Counter counter(Key key) {
        Counter known = counters.get(key);
        if (known != null) {
            return known;
        }
        if (counters.size() >= MAX_SERIES && !key.tenant().isEmpty()) {
            return counter(new Key("", key.scope(), key.resource()));
        }
        return counters.computeIfAbsent(key, this::register);
    }

    private Counter register(Key key) {
        return Counter.builder("vnic.quota.denials")
                .description("Requests that the ledger or a device refused for a limit")
                .tag("tenant", key.tenant())
                .tag("scope", key.scope())
                .tag("resource", key.resource().name().toLowerCase(Locale.ROOT))
                .tag("layer", "datapath")
                .register(meters);
    }
}
