package io.verbena.telemetry.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.contracts.Resource;
import io.verbena.telemetry.lastvalues.LastValues;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * {@code vnic_quota_denials_total} of layer {@code datapath}: verbs that a NIC refused for a limit. This replica's own counts,
 * as of requests served: they stay when a partition goes, and the sum over replicas grows with each denial.
 */
final class DatapathDenials {
    /** The scope of a function's own limits, as NICs name it. */
    private static final String FUNCTION = "function";

    /** Some thousand tenants; beyond that denials are counted without the tenant's name. */
    private static final int MAX_SERIES = 20_000;

    private static final int BEGIN_EVERY_MS = 2_000;

    /** A function has no functions. */
    private static final Set<Resource> FUNCTION_LIMITS = EnumSet.complementOf(EnumSet.of(Resource.VF));

    private static final Logger log = LoggerFactory.getLogger(DatapathDenials.class);

    private final LastValues lastValues;
    private final MeterRegistry meters;
    private final Map<Key, Counter> counters = new ConcurrentHashMap<>();

    private record Key(String tenant, String scope, Resource resource) {}

    DatapathDenials(LastValues lastValues, MeterRegistry meters) {
        this.lastValues = lastValues;
        this.meters = meters;
    }

    void count(String tenant, String scope, Resource resource) {
        counter(new Key(tenant, scope, resource)).increment();
    }

    /**
     * Lets the series of functions' limits begin at 0: of one that begins at 1, {@code increase()} sees nothing. Of all tenants
     * at each replica, as the events of a NIC may come to another one than its counters.
     */
    @Scheduled(fixedDelay = BEGIN_EVERY_MS)
    void begin() {
        try {
            for (String tenant : lastValues.tenants()) {
                FUNCTION_LIMITS.forEach(resource -> counter(new Key(tenant, FUNCTION, resource)));
            }
        } catch (DataAccessException e) {
            // Who writes last values says so. A tenant that came meanwhile begins once the database is back.
            log.debug("no tenants from the database", e);
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
