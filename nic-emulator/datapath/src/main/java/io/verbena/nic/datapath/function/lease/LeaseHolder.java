package io.verbena.nic.datapath.function.lease;

import io.verbena.nic.datapath.function.Admission;
import io.verbena.nic.datapath.function.ResourceKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The leases of one boot of a NIC. Whatever is lost, repeated or reordered between it and the ledger, on each line
 * {@code used <= granted - returned}, and that is no more than the ledger has charged: the ledger stores a grant before it
 * tells it, and a return is told after it took effect here.
 *
 * <p>The term is counted on this NIC's clock from when the last answered sync was sent. After it nothing is admitted beyond
 * guarantees; what exists lives on. It bounds how long an old policy is followed, not what prevents granting too much.
 */
public final class LeaseHolder {
    /** Tenants times resources of one boot. */
    public static final int MAX_LINES = 8192;
    /** Syncs whose sending is remembered; an answer that is later than so many more gives no term. */
    private static final int REMEMBERED_SYNCS = 8;
    /** How long a refused request is kept in mind before a term is known. */
    private static final long FIRST_TERM_NS = 5_000_000_000L;

    private static final Admission ADMITTED = new Admission.Admitted();

    private final UUID bootId;
    private final Map<String, @Nullable LeaseLine[]> byTenant = new LinkedHashMap<>();
    private final long[] sentNs = new long[REMEMBERED_SYNCS];
    private int lineCount;
    private long incarnation;
    private long seq;
    private long answeredSeq;
    private boolean inTerm;
    private long termEndNs;
    private long termNs = FIRST_TERM_NS;
    private boolean fenced;
    private boolean low;
    private boolean lowPolled;
    private @Nullable UUID ledgerEpoch;

    public LeaseHolder(UUID bootId) {
        this.bootId = bootId;
    }

    /** Takes {@code amount} out of a tenant's lease, if there is so much left and the term has not ended. */
    public Admission admit(String tenant, ResourceKind kind, long amount, long nowNs) {
        LeaseLine line = line(tenant, kind);
        if (line == null) {
            return new Admission.QuotaExceeded(kind, "device", MAX_LINES, lineCount, amount);
        }
        if (line.admits(amount) && inTerm(nowNs)) {
            line.use(amount);
            low |= line.low();
            return ADMITTED;
        }
        line.ask(amount, nowNs + termNs);
        return inTerm(nowNs) ? line.refusal(amount) : new Admission.LedgerUnreachable(kind, amount);
    }

    /** What was admitted is gone. */
    public void release(String tenant, ResourceKind kind, long amount) {
        LeaseLine line = line(tenant, kind);
        if (line != null) {
            line.release(amount);
        }
    }

    /** A lowered guarantee leaves behind what is used beyond it; nobody was asked, and nothing is destroyed. */
    public void charge(String tenant, ResourceKind kind, long amount) {
        LeaseLine line = line(tenant, kind);
        if (line != null) {
            line.use(amount);
        }
    }

    /** Whether a line has run low since the ledger was told last; true once. */
    public boolean pollLow() {
        boolean polled = low && !lowPolled;
        lowPolled |= low;
        return polled;
    }

    /** Whether the ledger has opened an incarnation for this boot; before that there is nothing to sync. */
    public boolean opened() {
        return incarnation > 0;
    }

    /** The ledger has closed this boot: another one speaks for the NIC. */
    public boolean fenced() {
        return fenced;
    }

    /** This boot speaks for the NIC. An answer to another boot is passed over. */
    public void onOpened(UUID toBoot, long number) {
        if (toBoot.equals(bootId) && incarnation == 0) {
            incarnation = number;
        }
    }

    /** What the ledger is to be told now; null before it opened this boot, and after it closed it. */
    public @Nullable LeaseRequest sync(long nowNs) {
        if (!opened() || fenced) {
            return null;
        }
        seq++;
        sentNs[slot(seq)] = nowNs;
        low = false;
        lowPolled = false;
        List<LeaseRequest.Line> told = new ArrayList<>(lineCount);
        byTenant.forEach((tenant, lines) -> {
            for (ResourceKind kind : ResourceKind.values()) {
                LeaseLine line = lines[kind.ordinal()];
                if (line != null) {
                    line.settle(nowNs, termNs);
                    told.add(new LeaseRequest.Line(
                            tenant, kind, line.granted(), line.returned(), line.used(), line.want()));
                }
            }
        });
        return new LeaseRequest(incarnation, bootId, seq, ledgerEpoch, told);
    }

    /**
     * Takes an answer, be it late or a repeat. Grants only rise; of the rest the newest answer counts.
     *
     * @return whether the ledger should hear soon of what was returned
     */
    public boolean onGrants(LeaseGrants grants) {
        if (!grants.bootId().equals(bootId) || grants.incarnation() != incarnation || grants.seq() > seq) {
            return false;
        }
        boolean newest = grants.seq() > answeredSeq;
        if (newest) {
            answeredSeq = grants.seq();
            ledgerEpoch = grants.ledgerEpoch();
            termNs = grants.termNs();
            inTerm = seq - answeredSeq < REMEMBERED_SYNCS;
            termEndNs = sentNs[slot(answeredSeq)] + termNs;
        }
        boolean returned = false;
        for (LeaseGrants.Line told : grants.lines()) {
            LeaseLine line = line(told.tenant(), told.kind());
            if (line != null) {
                line.onGranted(told.granted());
                returned |= newest && line.onHeadroom(told.headroom(), told.shortage());
            }
        }
        return returned;
    }

    /** The ledger answers that this boot was closed: whoever owns this destroys all that exists and stops. */
    public void onFenced(UUID toBoot) {
        if (toBoot.equals(bootId)) {
            fenced = true;
            inTerm = false;
        }
    }

    /** The lease of one resource; null when this boot has none. */
    public @Nullable LeaseLine find(String tenant, ResourceKind kind) {
        @Nullable LeaseLine[] lines = byTenant.get(tenant);
        return lines == null ? null : lines[kind.ordinal()];
    }

    private boolean inTerm(long nowNs) {
        return inTerm && nowNs - termEndNs < 0;
    }

    private @Nullable LeaseLine line(String tenant, ResourceKind kind) {
        @Nullable LeaseLine[] lines = byTenant.get(tenant);
        if (lines == null) {
            if (lineCount == MAX_LINES) {
                return null;
            }
            lines = new @Nullable LeaseLine[ResourceKind.values().length];
            byTenant.put(tenant, lines);
        }
        LeaseLine line = lines[kind.ordinal()];
        if (line == null && lineCount < MAX_LINES) {
            line = new LeaseLine(kind);
            lines[kind.ordinal()] = line;
            lineCount++;
        }
        return line;
    }

    private static int slot(long ofSeq) {
        return (int) (ofSeq % REMEMBERED_SYNCS);
    }
}
