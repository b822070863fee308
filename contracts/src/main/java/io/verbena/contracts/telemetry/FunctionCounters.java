package io.verbena.contracts.telemetry;

import io.verbena.contracts.Resource;
import java.util.Map;
import java.util.UUID;

/**
 * Counters of one function since it was configured.
 *
 * @param counters by name, snake_case with the unit last, as in {@code docs/metrics.md}
 * @param drops dropped packets by reason, snake_case
 * @param limits hard limits in force
 * @param used objects and bytes that exist now
 */
public record FunctionCounters(
        int pf,
        int index,
        UUID vfUid,
        String vf,
        String tenant,
        Map<String, Long> counters,
        Map<String, Long> drops,
        Map<Resource, Long> limits,
        Map<Resource, Long> used) {
    public FunctionCounters {
        counters = Map.copyOf(counters);
        drops = Map.copyOf(drops);
        limits = Map.copyOf(limits);
        used = Map.copyOf(used);
    }
}
