package io.verbena.tenant.lease.model;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.contracts.lease.LeaseReply.Shortage;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.tenant.lease.model.SyncOutcome.Raise;
import io.verbena.tenant.quota.model.Lineage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** The lines of one NIC and the accounts above them in one transaction: changed here, stored at its end. */
final class LeaseRound {
    private final String nic;
    private final Map<String, Optional<Lineage>> lineages;
    private final Tally tally;
    private final Map<Key, LeaseLine> lines = new HashMap<>();
    private final Set<Key> changed = new HashSet<>();
    private boolean emptied;

    private record Key(String tenant, Resource resource) {}

    LeaseRound(String nic, List<LeaseLine> known, Map<String, Optional<Lineage>> lineages, Tally tally) {
        this.nic = nic;
        this.lineages = lineages;
        this.tally = tally;
        known.forEach(line -> lines.put(new Key(line.tenant(), line.resource()), line));
    }

    /** The incarnation of these lines is over: nothing is charged for them any more. */
    void close() {
        lines.values()
                .forEach(line -> lineage(line.tenant())
                        .ifPresent(lineage -> tally.charge(lineage, line.resource(), -line.charge(), -line.unmet())));
        lines.clear();
        changed.clear();
        emptied = true;
    }

    /** Takes a line as its NIC tells it, and grants what it wants if that is its newest word. */
    void hear(LeaseSync.Line told, boolean newest, List<Raise> raised) {
        Lineage lineage = lineage(told.tenant()).orElse(null);
        if (lineage == null) {
            return;
        }
        Resource resource = told.resource();
        Key key = new Key(told.tenant(), resource);
        LeaseLine before = lines.getOrDefault(key, LeaseLine.fresh(told.tenant(), resource));
        LeaseLine line = before.heard(told);
        if (line.granted() > before.granted()) {
            raised.add(new Raise(told.tenant(), resource, before.granted(), line.granted()));
        }
        tally.charge(lineage, resource, line.charge() - before.charge(), 0);
        if (newest) {
            long attainable = Math.min(told.want(), tally.ceiling(lineage, resource));
            long grant = Math.clamp(attainable - line.charge(), 0, tally.free(lineage, resource));
            line = line.granted(grant);
            line = line.using(told.used(), Math.max(0, attainable - line.charge()));
            tally.charge(lineage, resource, grant, line.unmet() - before.unmet());
        }
        lines.put(key, line);
        if (!line.equals(before)) {
            changed.add(key);
        }
    }

    /** Nobody waits for these any more. */
    void forgetWants() {
        lines.replaceAll((key, line) -> {
            if (line.unmet() == 0) {
                return line;
            }
            lineage(line.tenant()).ifPresent(lineage -> tally.charge(lineage, line.resource(), 0, -line.unmet()));
            changed.add(key);
            return line.using(line.used(), 0);
        });
    }

    void store(LeaseBook book) {
        if (emptied) {
            book.deleteLines(nic);
        }
        changed.forEach(key -> book.save(nic, line(key)));
        tally.changes().forEach(book::save);
    }

    LeaseReply reply(LeaseSync sync, long termMs, UUID ledgerEpoch) {
        List<LeaseReply.Line> answers = new ArrayList<>();
        for (LeaseSync.Line told : sync.lines()) {
            answers.add(
                    lineage(told.tenant()).map(lineage -> answer(told, lineage)).orElseGet(() -> unknown(told)));
        }
        return new LeaseReply(sync.bootId(), sync.incarnation(), sync.seq(), termMs, ledgerEpoch, answers);
    }

    private LeaseReply.Line answer(LeaseSync.Line told, Lineage lineage) {
        LeaseLine line = line(new Key(told.tenant(), told.resource()));
        Shortage shortage = told.want() > line.charge()
                ? tally.shortage(lineage, told.resource()).orElse(null)
                : null;
        return new LeaseReply.Line(
                told.tenant(), told.resource(), line.granted(), tally.headroom(lineage, told.resource()), shortage);
    }

    private static LeaseReply.Line unknown(LeaseSync.Line told) {
        return new LeaseReply.Line(
                told.tenant(), told.resource(), told.granted(), 0, new Shortage("tenant/" + told.tenant(), 0, 0));
    }

    private LeaseLine line(Key key) {
        LeaseLine line = lines.get(key);
        if (line == null) {
            throw new IllegalStateException(nic + " has no line " + key);
        }
        return line;
    }

    private Optional<Lineage> lineage(String tenant) {
        return lineages.getOrDefault(tenant, Optional.empty());
    }
}
