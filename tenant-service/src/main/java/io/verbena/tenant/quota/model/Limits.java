package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** The limits of one node, each from 0 to {@link Amounts#MAX}. A resource that is not named has no limit at this node. */
public record Limits(Map<Resource, Long> byResource) {
    /** No limit at all: what an organisation starts with. */
    public static final Limits NONE = new Limits(Map.of());

    /** Nothing of anything: what a tenant starts with, so that a forgotten quota gives nothing away. */
    public static final Limits ZERO = NONE.withMissing(0L);

    public Limits {
        if (!Amounts.violations(byResource, 0).isEmpty()) {
            throw new IllegalArgumentException("limits were not checked: " + byResource);
        }
        var ordered = new EnumMap<Resource, Long>(Resource.class);
        ordered.putAll(byResource);
        byResource = Collections.unmodifiableMap(ordered);
    }

    /** These limits, and {@code limit} for each resource that they do not name. */
    public Limits withMissing(long limit) {
        var complete = new EnumMap<Resource, Long>(Resource.class);
        for (Resource resource : Resource.values()) {
            complete.put(resource, byResource.getOrDefault(resource, limit));
        }
        return new Limits(complete);
    }
}
