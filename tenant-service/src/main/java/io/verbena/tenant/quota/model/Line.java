package io.verbena.tenant.quota.model;

import io.verbena.contracts.Resource;
import org.jspecify.annotations.Nullable;

/**
 * One resource at one node. {@code used + reserved + leased} can exceed the limit only because the limit was lowered
 * afterwards, or because a lease came to light that the ledger had forgotten.
 *
 * @param limit null for none
 * @param used committed
 * @param reserved reserved and not yet committed
 * @param leased granted to NICs beyond what their functions are guaranteed
 * @param charges how often used or reserved was changed
 */
public record Line(Resource resource, @Nullable Long limit, long used, long reserved, long leased, long charges) {
    /** The limit in force: even without one, no line counts beyond {@link Amounts#MAX}. */
    public long effectiveLimit() {
        return limit == null ? Amounts.MAX : limit;
    }

    public boolean admits(long amount) {
        return used + reserved + leased + amount <= effectiveLimit();
    }

    public boolean overLimit() {
        return used + reserved + leased > effectiveLimit();
    }
}
