package io.verbena.tenant.lease.model;

import io.verbena.contracts.lease.LeaseOpening;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseGrants;
import io.verbena.tenant.lease.sim.SimBook;
import io.verbena.tenant.lease.sim.SimNic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.Supplier;

/** What planted bugs call in place of the right method; each has that method's parameters, receiver first. */
public final class LeaseBugs {
    private static final long TERM_NS = 3_000_000_000L;
    private static final Map<Object, Long> TOLD = new WeakHashMap<>();

    private LeaseBugs() {}

    /** Nothing of another seed's world counts. */
    public static void forget() {
        TOLD.clear();
    }

    static void takeBack(LeaseRound round) {
        round.close();
    }

    /** Tells what will be returned, and lowers nothing. */
    public static long returnedAhead(io.verbena.nic.datapath.function.lease.LeaseLine line) {
        return line.returned() + Math.max(0, line.limit() - line.used()) / 2;
    }

    /** Tells what was returned since the last sync. */
    public static long returnedSince(io.verbena.nic.datapath.function.lease.LeaseLine line) {
        Long before = TOLD.put(line, line.returned());
        return line.returned() - (before == null ? 0 : before);
    }

    /** Adds what was returned since the last sync, as often as it comes. */
    static long addedReturn(LeaseLine line, LeaseSync.Line told) {
        return line.returned() + told.returned();
    }

    /** Says how much more than the NIC has seen was granted. */
    static LeaseReply replyWithDeltas(LeaseRound round, LeaseSync sync, long termMs, UUID epoch) {
        LeaseReply reply = round.reply(sync, termMs, epoch);
        List<LeaseReply.Line> lines = new ArrayList<>();
        for (int i = 0; i < reply.lines().size(); i++) {
            LeaseReply.Line line = reply.lines().get(i);
            lines.add(new LeaseReply.Line(
                    line.tenant(),
                    line.resource(),
                    line.granted() - sync.lines().get(i).granted(),
                    line.headroom(),
                    line.shortage()));
        }
        return new LeaseReply(reply.bootId(), reply.incarnation(), reply.seq(), termMs, epoch, lines);
    }

    /** Adds a grant, as often as it comes. */
    public static long sum(long known, long told) {
        return known + told;
    }

    static Object answeredFirst(LeaseBook book, Supplier<?> work) {
        return ((SimBook) book).withoutCommit(work);
    }

    /** Whoever registers speaks for the NIC at once. */
    static NicStanding challengedAndOpened(NicStanding standing, UUID boot, UUID fresh) {
        return standing.challenged(boot, fresh).opened(0);
    }

    /** The shell keeps what an earlier boot was granted. */
    public static void openedWithOldGrants(SimNic nic, LeaseOpening opening) {
        var holder = nic.holder();
        holder.onOpened(opening.bootId(), opening.incarnation());
        holder.sync(nic.nowNs());
        List<LeaseGrants.Line> kept = new ArrayList<>();
        for (String tenant : nic.tenants()) {
            for (ResourceKind kind : ResourceKind.values()) {
                var line = nic.before().find(tenant, kind);
                if (line != null && nic.before() != holder) {
                    holder.admit(tenant, kind, 0, nic.nowNs());
                    kept.add(new LeaseGrants.Line(tenant, kind, line.limit(), 1, null));
                }
            }
        }
        holder.onGrants(new LeaseGrants(opening.bootId(), opening.incarnation(), 1, TERM_NS, new UUID(0, 0), kept));
    }
}
