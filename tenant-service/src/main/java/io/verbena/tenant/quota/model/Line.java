package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One resource at one node. {@code used + reserved} can exceed the limit only because the limit was lowered afterwards.
 *
 * @param limit null for none
 * @param used committed
 * @param reserved reserved and not yet committed
 * @param charges how often used or reserved was changed
 */
public record Line(Resource resource, @Nullable Long limit, long used, long reserved, long charges) {
    /** The limit in force: even without one, no line counts beyond {@link Amounts#MAX}. */
    public long effectiveLimit() {
        return limit == null ? Amounts.MAX : limit;
    }

    public boolean admits(long amount) {
        return used + reserved + amount <= effectiveLimit();
    }

    public boolean overLimit() {
        return used + reserved > effectiveLimit();
    }
}
