package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseOpening;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.tenant.lease.model.ConfirmOutcome.Opened;
import io.verbena.tenant.lease.model.ConfirmOutcome.Stale;
import io.verbena.tenant.lease.model.SyncOutcome.Fenced;
import io.verbena.tenant.lease.model.SyncOutcome.Raise;
import io.verbena.tenant.lease.model.SyncOutcome.Synced;
import io.verbena.tenant.quota.model.Lineage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Grants leases and takes returns. At each node of the tree, used + reserved + leased stays within the limit that was in
 * force when it was granted; only a grant that this ledger has forgotten, as after a restored backup, is charged beyond it.
 *
 * <p>A higher grant is durable before it is told, and a return is heard before it is given to somebody else. What a silent
 * NIC has stays charged until it syncs, its next boot is confirmed, or it is declared dead.
 */
public final class LeaseLedger {
    private final LeaseBook book;
    private final long termMs;

    /** @param termMs how long after a sync a NIC may go on admitting */
    public LeaseLedger(LeaseBook book, long termMs) {
        this.book = book;
        this.termMs = termMs;
    }

    /**
     * A boot of a NIC asks to speak for it. Nothing changes yet: the message may be a late one of a boot that is gone.
     *
     * @param fresh drawn by the caller, known to nobody
     */
    public LeaseChallenge register(String nic, UUID bootId, UUID fresh) {
        return book.atomically(() -> {
            book.save(book.lock(nic).challenged(bootId, fresh));
            return new LeaseChallenge(bootId, fresh);
        });
    }

    /**
     * Opens the next incarnation for the boot that has the newest challenge; what earlier ones held is free.
     *
     * @param atLeast the incarnation's number, by a clock: after a restored backup it is beyond those that are forgotten, so
     *     that a late message of a dead boot does not pass for the newer one. Nothing else hangs on it
     */
    public ConfirmOutcome confirm(String nic, UUID bootId, UUID challenge, long atLeast) {
        return book.atomically(() -> {
            NicStanding standing = book.lock(nic);
            if (standing.isSpokenForBy(bootId)) {
                // A repeat, or the answer to a repeated registration: a boot has one incarnation.
                return new Opened(new LeaseOpening(bootId, standing.incarnation()));
            }
            if (!standing.isConfirmedBy(bootId, challenge)) {
                return new Stale();
            }
            NicStanding opened = standing.opened(atLeast);
            book.save(opened);
            close(nic);
            return new Opened(new LeaseOpening(bootId, opened.incarnation()));
        });
    }

    /**
     * An operator vouches that a NIC is gone: what it held is free, and should it speak again it is fenced.
     *
     * @param atLeast as for {@link #confirm}
     */
    public NicStanding declareDead(String nic, long atLeast) {
        return book.atomically(() -> {
            NicStanding closed = book.lock(nic).closed(atLeast);
            book.save(closed);
            close(nic);
            return closed;
        });
    }

    /** What a silent NIC has asked for no longer holds others back; what it has stays charged. */
    public void forgetWants(String nic) {
        book.atomically(() -> {
            book.lock(nic);
            LeaseRound round = round(nic, book.lines(nic), List.of(), true);
            round.forgetWants();
            round.store(book);
            return nic;
        });
    }

    /** Hears what a NIC has and wants, grants what there is, and answers with what it may have in all. */
    public SyncOutcome sync(String nic, LeaseSync sync) {
        return book.atomically(() -> {
            NicStanding standing = book.lock(nic);
            if (standing.fences(sync.incarnation(), sync.bootId())) {
                return new Fenced(standing.incarnation());
            }
            boolean forgotten = sync.incarnation() > standing.incarnation();
            NicStanding now = forgotten ? standing.adopted(sync.incarnation(), sync.bootId()) : standing;
            boolean newest = sync.seq() >= now.seq();
            List<LeaseLine> known = book.lines(nic);
            LeaseRound round = round(nic, known, sync.lines(), forgotten || isNews(known, sync, newest));
            if (forgotten) {
                round.close();
            }
            List<Raise> raised = new ArrayList<>();
            for (LeaseSync.Line told : sync.lines()) {
                round.hear(told, newest, raised);
            }
            round.store(book);
            book.save(now.synced(Math.max(now.seq(), sync.seq())));
            return new Synced(round.reply(sync, termMs, book.epoch()), raised);
        });
    }

    /** Whether anything may be charged anew; a sync that is none locks no account. */
    private static boolean isNews(List<LeaseLine> known, LeaseSync sync, boolean newest) {
        for (LeaseSync.Line told : sync.lines()) {
            LeaseLine line = find(known, told.tenant(), told.resource());
            boolean quiet = line != null
                    && told.granted() <= line.granted()
                    && told.returned() <= line.returned()
                    && line.unmet() == 0
                    && (!newest || told.want() <= line.charge());
            if (!quiet) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable LeaseLine find(List<LeaseLine> lines, String tenant, Resource resource) {
        for (LeaseLine line : lines) {
            if (line.resource() == resource && line.tenant().equals(tenant)) {
                return line;
            }
        }
        return null;
    }

    private void close(String nic) {
        LeaseRound round = round(nic, book.lines(nic), List.of(), true);
        round.close();
        round.store(book);
    }

    /** All that one transaction touches is locked by one call, each node before those below it. */
    private LeaseRound round(String nic, List<LeaseLine> known, List<LeaseSync.Line> told, boolean lock) {
        Map<String, Optional<Lineage>> lineages = new HashMap<>();
        Map<Lineage, Set<Resource>> wanted = new LinkedHashMap<>();
        known.forEach(line -> want(lineages, wanted, line.tenant(), line.resource()));
        told.forEach(line -> want(lineages, wanted, line.tenant(), line.resource()));
        return new LeaseRound(nic, known, lineages, new Tally(book.accounts(wanted, lock)));
    }

    private void want(
            Map<String, Optional<Lineage>> lineages,
            Map<Lineage, Set<Resource>> wanted,
            String tenant,
            Resource resource) {
        lineages.computeIfAbsent(tenant, book::lineage)
                .ifPresent(lineage -> wanted.computeIfAbsent(lineage, fresh -> EnumSet.noneOf(Resource.class))
                        .add(resource));
    }
}
