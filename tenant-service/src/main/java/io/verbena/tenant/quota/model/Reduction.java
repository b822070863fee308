package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import java.util.EnumMap;

/** What it takes to lower a charge to other amounts. They are absolute, so that a repeat changes nothing. */
public sealed interface Reduction {
    /** It is that low already. */
    record Nothing() implements Reduction {}

    /** @param difference to be given back */
    record GiveBack(Amounts difference) implements Reduction {}

    /** It would rise: that needs a reservation of its own. */
    record Rise(Resource resource, long present, long wanted) implements Reduction {}

    /** From {@code present} to {@code remaining}; what is not named there is given back whole. */
    static Reduction plan(Amounts present, Amounts remaining) {
        for (var wanted : remaining.byResource().entrySet()) {
            long has = present.byResource().getOrDefault(wanted.getKey(), 0L);
            if (wanted.getValue() > has) {
                return new Rise(wanted.getKey(), has, wanted.getValue());
            }
        }
        var difference = new EnumMap<Resource, Long>(Resource.class);
        present.byResource().forEach((resource, has) -> {
            long less = has - remaining.byResource().getOrDefault(resource, 0L);
            if (less > 0) {
                difference.put(resource, less);
            }
        });
        return difference.isEmpty() ? new Nothing() : new GiveBack(new Amounts(difference));
    }
}
