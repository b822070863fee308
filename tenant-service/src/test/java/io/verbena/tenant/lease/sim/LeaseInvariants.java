package io.verbena.tenant.lease.sim;

import io.verbena.contracts.Resource;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.tenant.lease.model.AccountLine;
import io.verbena.tenant.lease.model.LeaseLine;
import io.verbena.tenant.lease.model.NicStanding;
import io.verbena.tenant.quota.model.Lineage;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What holds after each event: {@code used <= Gseen - R <= G - Rseen} on each line, what is charged within each limit, what
 * exists within each limit. Excused is only what follows from a lowered limit, a NIC declared dead while it lives, or a
 * restored backup, and only until the ledger is within its limits and has heard of all again.
 */
final class LeaseInvariants {
    private final SimBook book;
    private final List<SimNic> nics;
    private final Set<String> lowered = new HashSet<>();
    private final Set<SimNic> unheard = new HashSet<>();
    private boolean excess;

    LeaseInvariants(SimBook book, List<SimNic> nics) {
        this.book = book;
        this.nics = nics;
    }

    void onLowered(String path, Resource resource) {
        lowered.add(path + resource);
    }

    /** The ledger has forgotten, or was told to forget, what this NIC has. */
    void onForgotten(SimNic nic) {
        unheard.add(nic);
        excess = true;
    }

    /** Its sync arrived: the ledger knows again what it has, unless that sync was an old one. */
    void onSynced(SimNic nic) {
        NicStanding standing = book.standing(nic.name());
        boolean known = nic.bootId().equals(standing.bootId());
        for (Lineage lineage : book.allLineages()) {
            for (ResourceKind kind : LeaseWorld.KINDS) {
                var held = nic.holder().find(lineage.tenant().tenant(), kind);
                LeaseLine charged = book.line(nic.name(), lineage.tenant().tenant(), LeaseWorld.resource(kind));
                known &= held == null || held.granted() == 0 || charged != null && charged.granted() >= held.granted();
            }
        }
        if (known) {
            unheard.remove(nic);
        }
    }

    void check() {
        nics.forEach(this::checkNic);
        boolean within = true;
        for (AccountLine account : book.allAccounts()) {
            within &= checkAccount(account);
        }
        if (within && unheard.isEmpty()) {
            excess = false;
        }
    }

    private void checkNic(SimNic nic) {
        NicStanding standing = book.standing(nic.name());
        boolean current = nic.bootId().equals(standing.bootId());
        if (nic.running() && nic.holder().opened() && !current && !unheard.contains(nic)) {
            throw violated(nic.name() + " lives and the ledger has closed it: " + standing);
        }
        for (Lineage lineage : book.allLineages()) {
            for (ResourceKind kind : LeaseWorld.KINDS) {
                checkLine(nic, lineage.tenant().tenant(), kind, current);
            }
        }
    }

    private void checkLine(SimNic nic, String tenant, ResourceKind kind, boolean current) {
        var held = nic.holder().find(tenant, kind);
        if (!nic.running() || held == null) {
            return;
        }
        if (held.used() > held.limit()) {
            throw violated(nic.name() + " uses " + held.used() + " of " + held.limit() + " " + tenant + kind);
        }
        if (!current || unheard.contains(nic)) {
            return;
        }
        LeaseLine charged = book.line(nic.name(), tenant, LeaseWorld.resource(kind));
        long granted = charged == null ? 0 : charged.granted();
        long returned = charged == null ? 0 : charged.returned();
        if (held.granted() > granted || returned > held.returned()) {
            throw violated("%s %s %s: granted %d, seen %d; returned %d, seen %d"
                    .formatted(nic.name(), tenant, kind, granted, held.granted(), held.returned(), returned));
        }
    }

    /** Gives whether the ledger is within the limit there. */
    private boolean checkAccount(AccountLine account) {
        String path = account.account().path();
        String key = path + account.resource();
        long leased = 0;
        long unmet = 0;
        for (LeaseLine line : book.allLines()) {
            if (line.resource() == account.resource() && isBelow(line.tenant(), path)) {
                leased += line.charge();
                unmet += line.unmet();
            }
        }
        if (leased != account.leased() || unmet != account.unmet()) {
            throw violated(account + " is the sum of " + leased + " leased, " + unmet + " unmet");
        }
        long live = account.charged();
        for (SimNic nic : nics) {
            for (Lineage lineage : book.allLineages()) {
                if (isBelow(lineage.tenant().tenant(), path)) {
                    live += nic.used(
                            lineage.tenant().tenant(),
                            ResourceKind.valueOf(account.resource().name()));
                }
            }
        }
        boolean within = account.free() >= 0;
        if (!excess && !lowered.contains(key)) {
            if (!within) {
                throw violated("over-granted: " + account);
            }
            if (live > account.limit()) {
                throw violated(live + " exist: " + account);
            }
        }
        if (within && live <= account.limit()) {
            lowered.remove(key);
        }
        return within && live <= account.limit();
    }

    private boolean isBelow(String tenant, String path) {
        String own = book.lineage(tenant).orElseThrow().tenant().path();
        return own.equals(path) || own.startsWith(path + "/");
    }

    private static IllegalStateException violated(String what) {
        return new IllegalStateException(what);
    }
}
