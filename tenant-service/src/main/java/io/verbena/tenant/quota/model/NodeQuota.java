package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * All lines of one node, in the order of {@link Resource}.
 *
 * @param generation of the limits, from 1; each change adds one
 * @param tenantDefaults what tenants made below start with, null where the node says nothing
 */
public record NodeQuota(
        Account account,
        long generation,
        List<Line> lines,
        @Nullable Limits tenantDefaults) {
    public NodeQuota {
        lines = List.copyOf(lines);
    }

    /** Raised by each charge of any line. */
    public long statusVersion() {
        return lines.stream().mapToLong(Line::charges).sum();
    }

    /** The resources of which more is charged than the limits now allow. */
    public List<Resource> overLimit() {
        return lines.stream().filter(Line::overLimit).map(Line::resource).toList();
    }

    public Map<Resource, Long> limits() {
        var limits = new EnumMap<Resource, Long>(Resource.class);
        for (Line line : lines) {
            if (line.limit() != null) {
                limits.put(line.resource(), line.limit());
            }
        }
        return limits;
    }

    public Map<Resource, Long> used() {
        return byResource(Line::used);
    }

    public Map<Resource, Long> reserved() {
        return byResource(Line::reserved);
    }

    public Map<Resource, Long> leased() {
        return byResource(Line::leased);
    }

    private Map<Resource, Long> byResource(ToLongFunction<Line> column) {
        var numbers = new EnumMap<Resource, Long>(Resource.class);
        lines.forEach(line -> numbers.put(line.resource(), column.applyAsLong(line)));
        return numbers;
    }
}
