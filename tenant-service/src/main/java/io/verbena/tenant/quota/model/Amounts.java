package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How much of each resource is asked for: at least one, each from 1 to {@link #MAX}, in the order of {@link Resource}. */
public record Amounts(Map<Resource, Long> byResource) {
    /**
     * The largest amount, limit and sum, 2^53: the last integer up to which every reader of JSON is exact. With it a sum of
     * a line and an amount stays far from the end of 64 bits.
     */
    public static final long MAX = 1L << 53;

    public Amounts {
        if (byResource.isEmpty() || !violations(byResource, 1).isEmpty()) {
            throw new IllegalArgumentException("amounts were not checked: " + byResource);
        }
        byResource = Collections.unmodifiableMap(new EnumMap<>(byResource));
    }

    /** What is wrong with numbers from outside; empty when each is from {@code min} to {@link #MAX}. */
    public static List<Violation> violations(Map<Resource, Long> numbers, long min) {
        var found = new ArrayList<Violation>();
        numbers.forEach((resource, number) -> {
            if (number == null || number < min || number > MAX) {
                found.add(new Violation(resource, "must be an integer from " + min + " to " + MAX));
            }
        });
        return found;
    }

    /** One number that is out of range. */
    public record Violation(Resource resource, String detail) {}
}
