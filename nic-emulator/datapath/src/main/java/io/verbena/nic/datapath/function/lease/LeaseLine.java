package io.verbena.nic.datapath.function.lease;

import io.verbena.nic.datapath.function.Admission;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseGrants.Shortage;
import org.jspecify.annotations.Nullable;

/**
 * One tenant's lease of one resource. Two counters that only grow say what it may use, {@code granted - returned};
 * {@code used} passes that only when a function's guarantee was lowered below what it has.
 */
public final class LeaseLine {
    private static final String WITHOUT_GRANT = "lease";

    private final ResourceKind kind;
    private long granted;
    private long returned;
    private long used;
    /** What was refused lately and is kept for when it is asked again. */
    private long asked;

    private long askedUntilNs;
    /** What the ledger last said it could give beside this. */
    private long headroom;

    private @Nullable Shortage shortage;
    private long peakUsed;
    private boolean idle;
    private long idleSinceNs;

    LeaseLine(ResourceKind kind) {
        this.kind = kind;
    }

    public long granted() {
        return granted;
    }

    public long returned() {
        return returned;
    }

    public long used() {
        return used;
    }

    public long limit() {
        return granted - returned;
    }

    boolean admits(long amount) {
        return amount <= limit() - used;
    }

    void use(long amount) {
        used += amount;
        asked = Math.max(0, asked - amount);
        peakUsed = Math.max(peakUsed, used);
    }

    void release(long amount) {
        used -= amount;
    }

    void ask(long amount, long untilNs) {
        asked = Math.max(asked, amount);
        askedUntilNs = untilNs;
    }

    Admission refusal(long amount) {
        Shortage known = shortage;
        return known == null
                ? new Admission.QuotaExceeded(kind, WITHOUT_GRANT, limit(), used, amount)
                : new Admission.QuotaExceeded(kind, known.scope(), known.limit(), known.used(), amount);
    }

    /** Whether less than a quarter is left. */
    boolean low() {
        return needed() > limit() || limit() > 0 && 4 * (limit() - needed()) < limit();
    }

    /**
     * What the lease should be in all: what is needed, and when it runs low a half more, as long as there is plenty. A NIC
     * that wanted more than it needs while others are short would be why they are.
     */
    long want() {
        return low() ? needed() + Math.min(Math.max(1, needed() / 2), headroom / 4) : needed();
    }

    /** Before a sync: forgets what was asked long ago, and returns what was not needed for a term. */
    void settle(long nowNs, long termNs) {
        if (asked > 0 && nowNs - askedUntilNs >= 0) {
            asked = 0;
        }
        if (limit() == 0 || 2 * Math.max(peakUsed, needed()) >= limit()) {
            idle = false;
        } else if (!idle) {
            idle = true;
            idleSinceNs = nowNs;
        } else if (nowNs - idleSinceNs >= termNs) {
            idle = false;
            giveBack(limit() - needed() - needed() / 2);
        }
        peakUsed = used;
    }

    /** A grant, whenever it was made. */
    void onGranted(long told) {
        granted = higher(granted, told);
    }

    /**
     * What the newest answer says of the rest.
     *
     * @return whether something was returned, which the ledger should hear of soon
     */
    boolean onHeadroom(long told, @Nullable Shortage cause) {
        headroom = told;
        shortage = cause;
        return told == 0 && giveBack(limit() - needed());
    }

    /** The counter of the other side as it is known best. */
    static long higher(long known, long told) {
        return Math.max(known, told);
    }

    private long needed() {
        return used + asked;
    }

    private boolean giveBack(long amount) {
        if (amount <= 0) {
            return false;
        }
        returned += amount;
        return true;
    }
}
