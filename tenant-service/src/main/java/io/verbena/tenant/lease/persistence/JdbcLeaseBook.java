package io.verbena.tenant.lease.persistence;

import io.verbena.contracts.Resource;
import io.verbena.tenant.lease.model.AccountLine;
import io.verbena.tenant.lease.model.LeaseBook;
import io.verbena.tenant.lease.model.LeaseLine;
import io.verbena.tenant.lease.model.NicStanding;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Lineage;
import io.verbena.tenant.quota.model.Lineages;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Supplier;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.support.TransactionTemplate;

/** Leases beside the ledger's lines that they are charged to. */
@Repository
class JdbcLeaseBook implements LeaseBook {
    private static final String ACCOUNTS = """
            SELECT asked.place, line.resource, coalesce(line.max_amount, %d) AS max_amount, line.used + line.reserved AS charged,
                   line.leased, line.unmet
            FROM unnest(:places::int[], :nodes::uuid[], :resources::text[]) AS asked (place, node_id, resource)
            JOIN quota_line line ON line.node_id = asked.node_id AND line.resource = asked.resource
            ORDER BY asked.place, line.resource
            """.formatted(Amounts.MAX);

    private final JdbcClient jdbc;
    private final Lineages lineages;
    private final TransactionTemplate transactions;

    JdbcLeaseBook(JdbcClient jdbc, Lineages lineages, TransactionTemplate transactions) {
        this.jdbc = jdbc;
        this.lineages = lineages;
        this.transactions = transactions;
    }

    @Override
    public <T> T atomically(Supplier<T> work) {
        return transactions.execute(transaction -> work.get());
    }

    @Override
    public UUID epoch() {
        return jdbc.sql("SELECT epoch FROM lease_ledger").query(UUID.class).single();
    }

    @Override
    public NicStanding lock(String nic) {
        return lockKnown(nic).orElseGet(() -> {
            jdbc.sql("""
                            INSERT INTO lease_nic (nic, incarnation, seq, heard_at) VALUES (:nic, 0, 0, clock_timestamp())
                            ON CONFLICT (nic) DO NOTHING
                            """).param("nic", nic).update();
            return lockKnown(nic).orElseThrow();
        });
    }

    private Optional<NicStanding> lockKnown(String nic) {
        return jdbc.sql("SELECT * FROM lease_nic WHERE nic = :nic FOR UPDATE")
                .param("nic", nic)
                .query((row, number) -> new NicStanding(
                        nic,
                        row.getLong("incarnation"),
                        row.getObject("boot_id", UUID.class),
                        row.getLong("seq"),
                        row.getObject("challenge", UUID.class),
                        row.getObject("challenged", UUID.class)))
                .optional();
    }

    @Override
    public void save(NicStanding standing) {
        jdbc.sql("""
                        UPDATE lease_nic
                        SET incarnation = :incarnation, boot_id = :boot, seq = :seq, challenge = :challenge,
                            challenged = :challenged, heard_at = clock_timestamp()
                        WHERE nic = :nic
                        """)
                .param("nic", standing.nic())
                .param("incarnation", standing.incarnation())
                .param("boot", standing.bootId())
                .param("seq", standing.seq())
                .param("challenge", standing.challenge())
                .param("challenged", standing.challenged())
                .update();
    }

    @Override
    public List<LeaseLine> lines(String nic) {
        return jdbc.sql("""
                        SELECT node.name, line.* FROM lease_line line JOIN node ON node.id = line.node_id
                        WHERE line.nic = :nic ORDER BY node.name, line.resource
                        """)
                .param("nic", nic)
                .query((row, number) -> new LeaseLine(
                        row.getString("name"),
                        Resource.valueOf(row.getString("resource")),
                        row.getLong("granted"),
                        row.getLong("returned"),
                        row.getLong("granted_seen"),
                        row.getLong("used"),
                        row.getLong("unmet")))
                .list();
    }

    @Override
    public void save(String nic, LeaseLine line) {
        jdbc.sql("""
                        INSERT INTO lease_line (nic, node_id, resource, granted, returned, granted_seen, used, unmet)
                        SELECT :nic, id, :resource, :granted, :returned, :seen, :used, :unmet
                        FROM node WHERE kind = 'TENANT' AND name = :tenant
                        ON CONFLICT (nic, node_id, resource) DO UPDATE
                        SET granted = excluded.granted, returned = excluded.returned,
                            granted_seen = excluded.granted_seen, used = excluded.used, unmet = excluded.unmet
                        """)
                .param("nic", nic)
                .param("tenant", line.tenant())
                .param("resource", line.resource().name())
                .param("granted", line.granted())
                .param("returned", line.returned())
                .param("seen", line.grantedSeen())
                .param("used", line.used())
                .param("unmet", line.unmet())
                .update();
    }

    @Override
    public void deleteLines(String nic) {
        jdbc.sql("DELETE FROM lease_line WHERE nic = :nic").param("nic", nic).update();
    }

    @Override
    public Optional<Lineage> lineage(String tenant) {
        return lineages.holdTenant(tenant);
    }

    @Override
    public List<AccountLine> accounts(Map<Lineage, ? extends Collection<Resource>> wanted, boolean lock) {
        // By path, an ancestor comes before those below it, and any two transactions take common ones in the same
        // order.
        Map<String, Account> byPath = new TreeMap<>();
        Map<String, List<Resource>> resources = new TreeMap<>();
        wanted.forEach((lineage, asked) -> lineage.rootToLeaf().forEach(account -> {
            byPath.put(account.path(), account);
            List<Resource> ofNode = resources.computeIfAbsent(account.path(), fresh -> new ArrayList<>());
            asked.stream().filter(resource -> !ofNode.contains(resource)).forEach(ofNode::add);
        }));
        List<Account> places = List.copyOf(byPath.values());
        List<Integer> askedPlaces = new ArrayList<>();
        List<UUID> askedNodes = new ArrayList<>();
        List<String> askedResources = new ArrayList<>();
        for (int place = 0; place < places.size(); place++) {
            Account account = places.get(place);
            for (Resource resource : resources.getOrDefault(account.path(), List.of())) {
                askedPlaces.add(place);
                askedNodes.add(account.nodeId());
                askedResources.add(resource.name());
            }
        }
        return jdbc.sql(lock ? ACCOUNTS + "FOR UPDATE OF line" : ACCOUNTS)
                .param("places", askedPlaces.toArray(Integer[]::new))
                .param("nodes", askedNodes.toArray(UUID[]::new))
                .param("resources", askedResources.toArray(String[]::new))
                .query((row, number) -> new AccountLine(
                        places.get(row.getInt("place")),
                        Resource.valueOf(row.getString("resource")),
                        row.getLong("max_amount"),
                        row.getLong("charged"),
                        row.getLong("leased"),
                        row.getLong("unmet")))
                .list();
    }

    @Override
    public void save(AccountLine line) {
        jdbc.sql("""
                        UPDATE quota_line SET leased = :leased, unmet = :unmet, charges = charges + 1
                        WHERE node_id = :node AND resource = :resource
                        """)
                .param("node", line.account().nodeId())
                .param("resource", line.resource().name())
                .param("leased", line.leased())
                .param("unmet", line.unmet())
                .update();
    }
}
