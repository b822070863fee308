package io.verbena.tenant.lease.sim;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseChallenge;
import io.verbena.contracts.lease.LeaseSync;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.fabric.sim.EventScheduler;
import io.verbena.nic.fabric.sim.SimClock;
import io.verbena.tenant.lease.model.AccountLine;
import io.verbena.tenant.lease.model.ConfirmOutcome;
import io.verbena.tenant.lease.model.LeaseLedger;
import io.verbena.tenant.lease.model.LeaseLine;
import io.verbena.tenant.lease.model.SyncOutcome;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Lineage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * NICs, a network and a ledger out of a seed. Faults come for a while; then they stop, and one NIC must be able to use the
 * whole quota of a tenant.
 */
public final class LeaseWorld {
    static final List<ResourceKind> KINDS = List.of(ResourceKind.QP, ResourceKind.REGISTERED_BYTES);

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    /** Of its ledger. */
    public static final long TERM_MS = 3_000;

    private static final long HEALING_NS = 20 * SECOND;

    private final SplittableRandom random;
    private final SimClock clock = new SimClock();
    private final EventScheduler events = new EventScheduler(clock);
    private final SimBook book = new SimBook();
    private final LeaseLedger ledger = new LeaseLedger(book, TERM_MS);
    private final List<SimNic> nics = new ArrayList<>();
    private final List<Lineage> lineages = new ArrayList<>();
    private final Map<String, Long> heardNs = new HashMap<>();
    private final Map<String, Long> charged = new HashMap<>();
    private final List<Step> trace = new ArrayList<>();
    private final LeaseInvariants invariants = new LeaseInvariants(book, nics);
    private final long faultyNs;
    private boolean healed;
    private long messages;
    private int restores;

    public LeaseWorld(long seed, long faultySeconds) {
        this(seed, faultySeconds, "");
    }

    /** @param prefix of all names */
    public LeaseWorld(long seed, long faultySeconds, String prefix) {
        random = new SplittableRandom(seed);
        faultyNs = faultySeconds * SECOND;
        int organisations = 1 + random.nextInt(2);
        for (int o = 0; o < organisations; o++) {
            plantOrganisation(prefix + "o" + o, 1 + random.nextInt(3));
        }
        int nicCount = 2 + random.nextInt(5);
        for (int n = 0; n < nicCount; n++) {
            SimNic nic = new SimNic(prefix + "nic-" + n, this, uuid());
            nics.add(nic);
            events.after(random.nextLong(SECOND), () -> tick(nic));
            events.after(random.nextLong(SECOND), () -> work(nic));
        }
        events.after(SECOND, this::housekeeping);
        events.after(SECOND, this::trouble);
    }

    private void plantOrganisation(String name, int tenants) {
        Account root = new Account(uuid(), "organisation/" + name, name, "");
        for (ResourceKind kind : KINDS) {
            open(root, kind, 20 + random.nextLong(60));
        }
        for (int t = 0; t < tenants; t++) {
            String tenant = name + "-t" + t;
            Account leaf = new Account(uuid(), "tenant/" + tenant, name + "/" + tenant, tenant);
            for (ResourceKind kind : KINDS) {
                open(leaf, kind, 10 + random.nextLong(40));
            }
            Lineage lineage = new Lineage(List.of(root, leaf));
            lineages.add(lineage);
            book.open(lineage);
        }
    }

    private void open(Account account, ResourceKind kind, long limit) {
        book.open(account, resource(kind), limit);
        trace.add(new Step.SetLimit(account.path(), resource(kind), limit));
    }

    /** Runs to the end. @throws IllegalStateException saying which invariant broke, and when */
    public void run() {
        invariants.check();
        while (clock.nowNs() < faultyNs) {
            next();
        }
        healed = true;
        nics.forEach(nic -> nic.cut = false);
        while (clock.nowNs() < faultyNs + HEALING_NS) {
            next();
        }
        useAll();
    }

    /** What happened to the ledger, in order. */
    public List<Step> trace() {
        return trace;
    }

    public List<Lineage> lineages() {
        return lineages;
    }

    /** What the ledger has at the end. */
    public Map<String, Set<LeaseLine>> lines() {
        Map<String, Set<LeaseLine>> lines = new HashMap<>();
        nics.forEach(nic -> lines.put(nic.name(), Set.copyOf(book.lines(nic.name()))));
        return lines;
    }

    public long messages() {
        return messages;
    }

    public long nowNs() {
        return clock.nowNs();
    }

    static Resource resource(ResourceKind kind) {
        return Resource.valueOf(kind.name());
    }

    private void next() {
        events.runNext();
        try {
            invariants.check();
        } catch (IllegalStateException e) {
            throw new IllegalStateException("at " + clock.nowNs() / MS + " ms: " + e.getMessage(), e);
        }
    }

    /** One NIC alone gets all that its tenant may have, as nobody else needs anything. */
    private void useAll() {
        Lineage lineage = lineages.get(random.nextInt(lineages.size()));
        ResourceKind kind = KINDS.get(random.nextInt(KINDS.size()));
        SimNic one = nics.get(random.nextInt(nics.size()));
        String tenant = lineage.tenant().tenant();
        long whole = lineage.rootToLeaf().stream()
                .map(account -> book.account(account.path(), resource(kind)))
                .mapToLong(line -> line.limit() - line.charged())
                .min()
                .orElseThrow();
        long untilNs = clock.nowNs() + 10 * TERM_MS * MS;
        while (one.used(tenant, kind) < whole && clock.nowNs() < untilNs) {
            if (!one.create(tenant, kind, whole - one.used(tenant, kind))) {
                one.create(tenant, kind, 1);
            }
            next();
        }
        if (one.used(tenant, kind) != Math.max(0, whole)) {
            throw new IllegalStateException("%s got %d of %d %s of %s: %s; %s"
                    .formatted(
                            one.name(),
                            one.used(tenant, kind),
                            whole,
                            kind,
                            tenant,
                            book.account(lineage.tenant().path(), resource(kind)),
                            book.allLines()));
        }
    }

    private void tick(SimNic nic) {
        nic.sync();
        events.after(SECOND - 50 * MS + random.nextLong(100 * MS), () -> tick(nic));
    }

    /** Programs create and destroy; when all is healed they only destroy. */
    private void work(SimNic nic) {
        String tenant = lineages.get(random.nextInt(lineages.size())).tenant().tenant();
        ResourceKind kind = KINDS.get(random.nextInt(KINDS.size()));
        if (healed) {
            if (clock.nowNs() < faultyNs + HEALING_NS) {
                destroyAll(nic);
            }
        } else if (random.nextInt(5) < 3) {
            long amount = 1 + random.nextLong(random.nextInt(4) == 0 ? 20 : 4);
            if (!nic.create(tenant, kind, amount)) {
                nic.sync();
                events.after(50 * MS, () -> nic.create(tenant, kind, amount));
            }
        } else {
            nic.destroy(tenant, kind, random.nextLong(nic.used(tenant, kind) + 1));
        }
        events.after(20 * MS + random.nextLong(600 * MS), () -> work(nic));
    }

    private void destroyAll(SimNic nic) {
        for (Lineage lineage : lineages) {
            String tenant = lineage.tenant().tenant();
            KINDS.forEach(kind -> nic.destroy(tenant, kind, nic.used(tenant, kind)));
        }
    }

    private void housekeeping() {
        for (SimNic nic : nics) {
            if (clock.nowNs() - heardNs.getOrDefault(nic.name(), 0L) > 2 * TERM_MS * MS) {
                byItself(new Step.ForgetWants(nic.name()), () -> ledger.forgetWants(nic.name()));
            }
        }
        events.after(SECOND, this::housekeeping);
    }

    private void trouble() {
        if (healed) {
            nics.stream().filter(nic -> !nic.running()).forEach(nic -> nic.reboot(uuid()));
            events.after(SECOND, this::trouble);
            return;
        }
        SimNic nic = nics.get(random.nextInt(nics.size()));
        switch (random.nextInt(12)) {
            case 0, 1 -> nic.reboot(uuid());
            case 2, 3 -> nic.cut = true;
            case 4, 5 -> nic.cut = false;
            case 6 -> book.crashNext();
            case 7 -> setLimit();
            case 8, 9 -> charge();
            case 10 -> backup();
            default -> declareDead();
        }
        if (!nic.running()) {
            nic.reboot(uuid());
        }
        events.after(100 * MS + random.nextLong(900 * MS), this::trouble);
    }

    private void setLimit() {
        List<AccountLine> accounts = List.copyOf(book.allAccounts());
        AccountLine line = accounts.get(random.nextInt(accounts.size()));
        long limit = 5 + random.nextLong(70);
        if (limit < line.limit()) {
            invariants.onLowered(line.account().path(), line.resource());
        }
        book.setLimit(line.account().path(), line.resource(), limit);
        trace.add(new Step.SetLimit(line.account().path(), line.resource(), limit));
    }

    private void charge() {
        Lineage lineage = lineages.get(random.nextInt(lineages.size()));
        Resource resource = resource(KINDS.get(random.nextInt(KINDS.size())));
        String key = lineage.tenant().tenant() + resource;
        long present = charged.getOrDefault(key, 0L);
        long amount = present > 0 ? -present : 1 + random.nextLong(10);
        boolean done = book.charge(lineage, resource, amount);
        if (done) {
            charged.put(key, present + amount);
        }
        trace.add(new Step.Charge(lineage.tenant().tenant(), resource, amount, done));
    }

    /** Rarely, as much is excused until all is heard again. */
    private void backup() {
        if (random.nextInt(4) > 0) {
            book.backup();
            trace.add(new Step.Backup());
            return;
        }
        UUID epoch = random.nextBoolean() ? book.epoch() : uuid();
        if (book.restore(epoch)) {
            trace.add(new Step.Restore(epoch));
            charged.clear();
            for (Lineage lineage : lineages) {
                for (ResourceKind kind : KINDS) {
                    charged.put(
                            lineage.tenant().tenant() + resource(kind),
                            book.account(lineage.tenant().path(), resource(kind))
                                    .charged());
                }
            }
            nics.forEach(invariants::onForgotten);
            restores++;
        }
    }

    private void declareDead() {
        List<SimNic> silent = nics.stream().filter(nic -> nic.cut).toList();
        if (!silent.isEmpty() && random.nextInt(3) == 0) {
            SimNic nic = silent.get(random.nextInt(silent.size()));
            invariants.onForgotten(nic);
            long nowMs = clock.nowNs() / MS;
            byItself(new Step.DeclareDead(nic.name(), nowMs), () -> ledger.declareDead(nic.name(), nowMs));
        }
    }

    /** What nobody waits for an answer to. */
    private void byItself(Step step, Runnable atLedger) {
        try {
            atLedger.run();
            trace.add(step);
        } catch (SimBook.Crash e) {
            // Nothing happened.
        }
    }

    void register(SimNic nic) {
        UUID boot = nic.bootId();
        request(nic, () -> {
            UUID fresh = uuid();
            LeaseChallenge challenge = ledger.register(nic.name(), boot, fresh);
            trace.add(new Step.Register(nic.name(), boot, fresh, challenge));
            return () -> nic.onChallenge(challenge);
        });
    }

    void confirm(SimNic nic, UUID challenge) {
        UUID boot = nic.bootId();
        request(nic, () -> {
            long nowMs = clock.nowNs() / MS;
            ConfirmOutcome outcome = ledger.confirm(nic.name(), boot, challenge, nowMs);
            trace.add(new Step.Confirm(nic.name(), boot, challenge, nowMs, outcome));
            return switch (outcome) {
                case ConfirmOutcome.Opened(var opening) -> () -> nic.onOpened(opening);
                case ConfirmOutcome.Stale() -> () -> nic.onStale(boot);
            };
        });
    }

    void sync(SimNic nic, LeaseSync sync) {
        request(nic, () -> {
            SyncOutcome outcome = ledger.sync(nic.name(), sync);
            trace.add(new Step.Sync(nic.name(), sync, outcome));
            heardNs.put(nic.name(), clock.nowNs());
            return switch (outcome) {
                case SyncOutcome.Synced(var reply, var raised) -> {
                    if (sync.bootId().equals(nic.bootId())) {
                        invariants.onSynced(nic);
                    }
                    yield () -> nic.onReply(reply);
                }
                case SyncOutcome.Fenced(var incarnation) -> () -> nic.onFenced(sync.bootId());
            };
        });
    }

    /** Carries a request there and its answer back, as far as the network lets it, perhaps more than once. */
    private void request(SimNic nic, Supplier<Runnable> atLedger) {
        send(nic, () -> {
            try {
                Runnable answer = atLedger.get();
                send(nic, answer);
            } catch (SimBook.Crash e) {
                // Nothing happened, and nobody answers.
            }
        });
    }

    private void send(SimNic nic, Runnable arrival) {
        messages++;
        int before = restores;
        int copies = healed ? 1 : random.nextInt(10) == 0 ? 0 : random.nextInt(8) == 0 ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            boolean late = !healed && random.nextInt(8) == 0;
            events.after(MS + random.nextLong(late ? 4 * SECOND : 20 * MS), () -> {
                // A restore takes longer than connections live.
                if (!nic.cut && before == restores) {
                    arrival.run();
                }
            });
        }
    }

    private UUID uuid() {
        return new UUID(random.nextLong(), random.nextLong());
    }
}
