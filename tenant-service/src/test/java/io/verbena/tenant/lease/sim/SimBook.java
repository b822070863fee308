package io.verbena.tenant.lease.sim;

import io.verbena.contracts.Resource;
import io.verbena.tenant.lease.model.AccountLine;
import io.verbena.tenant.lease.model.LeaseBook;
import io.verbena.tenant.lease.model.LeaseLine;
import io.verbena.tenant.lease.model.NicStanding;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Lineage;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Leases in memory, with transactions that a crash undoes and backups that can be restored. */
public final class SimBook implements LeaseBook {
    private final Map<String, Lineage> lineages = new TreeMap<>();
    private State state = new State();
    private @Nullable State backup;
    /** What a crash goes back to while an answer is out whose transaction is not committed; only a planted bug does that. */
    private @Nullable State uncommitted;

    private boolean within;
    private boolean crashing;

    /** The ledger's process died before it committed. */
    static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private record LineKey(String nic, String tenant, Resource resource) {}

    private record AccountKey(String path, Resource resource) {}

    private static final class State {
        final Map<String, NicStanding> standings = new TreeMap<>();
        final Map<LineKey, LeaseLine> lines = new LinkedHashMap<>();
        final Map<AccountKey, AccountLine> accounts = new LinkedHashMap<>();
        UUID epoch = new UUID(0, 0);

        State copy() {
            State copy = new State();
            copy.standings.putAll(standings);
            copy.lines.putAll(lines);
            copy.accounts.putAll(accounts);
            copy.epoch = epoch;
            return copy;
        }
    }

    void open(Lineage lineage) {
        lineages.put(lineage.tenant().tenant(), lineage);
    }

    void open(Account account, Resource resource, long limit) {
        state.accounts.put(
                new AccountKey(account.path(), resource), new AccountLine(account, resource, limit, 0, 0, 0));
    }

    /** Lets the next transaction end in a crash. */
    void crashNext() {
        crashing = true;
        if (uncommitted != null) {
            state = uncommitted;
            uncommitted = null;
        }
    }

    /** The wrong order: the answer is out, and the commit comes with the next transaction if none crashes before. */
    public <T> T withoutCommit(Supplier<T> work) {
        uncommitted = state.copy();
        return work.get();
    }

    void backup() {
        backup = state.copy();
    }

    /** Goes back to the backup, if there is one. */
    boolean restore(UUID epoch) {
        if (backup == null) {
            return false;
        }
        state = backup.copy();
        state.epoch = epoch;
        return true;
    }

    void setLimit(String path, Resource resource, long limit) {
        AccountLine line = account(path, resource);
        state.accounts.put(
                new AccountKey(path, resource),
                new AccountLine(line.account(), resource, limit, line.charged(), line.leased(), line.unmet()));
    }

    /** Charges a virtual function, as the ledger's reservations do; or gives it back. */
    boolean charge(Lineage lineage, Resource resource, long amount) {
        List<AccountLine> lines = lineage.rootToLeaf().stream()
                .map(account -> account(account.path(), resource))
                .toList();
        if (amount > 0 && lines.stream().anyMatch(line -> line.free() < amount)) {
            return false;
        }
        for (AccountLine line : lines) {
            save(new AccountLine(
                    line.account(), resource, line.limit(), line.charged() + amount, line.leased(), line.unmet()));
        }
        return true;
    }

    AccountLine account(String path, Resource resource) {
        AccountLine line = state.accounts.get(new AccountKey(path, resource));
        if (line == null) {
            throw new IllegalStateException("no account " + path + " " + resource);
        }
        return line;
    }

    Collection<AccountLine> allAccounts() {
        return state.accounts.values();
    }

    NicStanding standing(String nic) {
        return state.standings.getOrDefault(nic, NicStanding.unknown(nic));
    }

    @Nullable
    LeaseLine line(String nic, String tenant, Resource resource) {
        return state.lines.get(new LineKey(nic, tenant, resource));
    }

    Collection<LeaseLine> allLines() {
        return state.lines.values();
    }

    Collection<Lineage> allLineages() {
        return lineages.values();
    }

    @Override
    public <T> T atomically(Supplier<T> work) {
        if (within) {
            return work.get();
        }
        uncommitted = null;
        State before = crashing ? state.copy() : null;
        within = true;
        try {
            T result = work.get();
            if (before != null) {
                state = before;
                crashing = false;
                throw new Crash();
            }
            return result;
        } finally {
            within = false;
        }
    }

    @Override
    public UUID epoch() {
        return state.epoch;
    }

    @Override
    public NicStanding lock(String nic) {
        return standing(nic);
    }

    @Override
    public void save(NicStanding standing) {
        state.standings.put(standing.nic(), standing);
    }

    @Override
    public List<LeaseLine> lines(String nic) {
        var found = new ArrayList<LeaseLine>();
        state.lines.forEach((key, line) -> {
            if (key.nic().equals(nic)) {
                found.add(line);
            }
        });
        return found;
    }

    @Override
    public void save(String nic, LeaseLine line) {
        state.lines.put(new LineKey(nic, line.tenant(), line.resource()), line);
    }

    @Override
    public void deleteLines(String nic) {
        state.lines.keySet().removeIf(key -> key.nic().equals(nic));
    }

    @Override
    public Optional<Lineage> lineage(String tenant) {
        return Optional.ofNullable(lineages.get(tenant));
    }

    @Override
    public List<AccountLine> accounts(Map<Lineage, ? extends Collection<Resource>> wanted, boolean lock) {
        var found = new LinkedHashSet<AccountLine>();
        wanted.forEach((lineage, resources) -> lineage.rootToLeaf()
                .forEach(account -> resources.forEach(resource -> found.add(account(account.path(), resource)))));
        return List.copyOf(found);
    }

    @Override
    public void save(AccountLine line) {
        state.accounts.put(new AccountKey(line.account().path(), line.resource()), line);
    }
}
