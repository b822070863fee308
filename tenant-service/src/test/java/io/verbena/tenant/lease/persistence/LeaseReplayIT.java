package io.verbena.tenant.lease.persistence;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.lease.LeaseReply;
import io.verbena.tenant.RunningService;
import io.verbena.tenant.lease.model.LeaseBook;
import io.verbena.tenant.lease.model.LeaseLedger;
import io.verbena.tenant.lease.model.SyncOutcome;
import io.verbena.tenant.lease.model.SyncOutcome.Synced;
import io.verbena.tenant.lease.sim.LeaseWorld;
import io.verbena.tenant.lease.sim.Step;
import io.verbena.tenant.quota.model.Account;
import io.verbena.tenant.quota.model.Accounts;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Charge;
import io.verbena.tenant.quota.model.Lineages;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * What the simulation's ledger did, done again by the one in PostgreSQL, with equal results. {@code
 * -Dverbena.lease.traces=N} replays N of them.
 */
class LeaseReplayIT {
    private static final int TRACES = Integer.getInteger("verbena.lease.traces", 20);
    private static final long FAULTY_SECONDS = 6;
    private static final int ORGANISATIONS = 2;
    private static final int TENANTS = 3;
    private static final UUID ANY = new UUID(0, 0);

    private static final RunningService SERVICE = RunningService.shared();
    private static final String PREFIX = RunningService.unique("trace") + "-";
    private static final JdbcClient JDBC = SERVICE.bean(JdbcClient.class);

    private final LeaseBook book = SERVICE.bean(LeaseBook.class);
    private final LeaseLedger ledger = new LeaseLedger(book, LeaseWorld.TERM_MS);
    private final Accounts accounts = SERVICE.bean(Accounts.class);
    private final Lineages lineages = SERVICE.bean(Lineages.class);
    private final TransactionTemplate transactions = SERVICE.bean(TransactionTemplate.class);
    private boolean backedUp;

    @BeforeAll
    static void plantTree() {
        for (int o = 0; o < ORGANISATIONS; o++) {
            String organisation = PREFIX + "o" + o;
            SERVICE.admin().post("/api/v1/organisations", "{'metadata':{'name':'" + organisation + "'}}");
            for (int t = 0; t < TENANTS; t++) {
                SERVICE.admin()
                        .post(
                                "/api/v1/tenants",
                                "{'metadata':{'name':'" + organisation + "-t" + t + "'},'spec':{'organisation':'"
                                        + organisation + "'}}");
            }
        }
        JDBC.sql("CREATE TABLE replay_nic AS SELECT * FROM lease_nic LIMIT 0").update();
        JDBC.sql("CREATE TABLE replay_line AS SELECT * FROM lease_line LIMIT 0").update();
        JDBC.sql("CREATE TABLE replay_quota AS SELECT * FROM quota_line LIMIT 0")
                .update();
    }

    @Test
    void postgresqlDoesWhatTheSimulationDid() {
        for (long seed = 0; seed < TRACES; seed++) {
            LeaseWorld world = new LeaseWorld(seed, FAULTY_SECONDS, PREFIX);
            world.run();
            empty();
            int number = 0;
            for (Step step : world.trace()) {
                number++;
                replay(step, "step " + number + " of seed " + seed + ": " + step);
            }
            world.lines()
                    .forEach((nic, lines) -> assertThat(book.lines(nic))
                            .as("lines of " + nic)
                            .containsExactlyInAnyOrderElementsOf(lines));
            assertSums();
        }
    }

    private void replay(Step step, String what) {
        switch (step) {
            case Step.Register(var nic, var boot, var fresh, var outcome) ->
                assertThat(ledger.register(nic, boot, fresh)).as(what).isEqualTo(outcome);
            case Step.Confirm(var nic, var boot, var challenge, var atLeast, var outcome) ->
                assertThat(ledger.confirm(nic, boot, challenge, atLeast))
                        .as(what)
                        .isEqualTo(outcome);
            case Step.Sync(var nic, var sync, var outcome) ->
                assertThat(ofAnyEpoch(ledger.sync(nic, sync))).as(what).isEqualTo(ofAnyEpoch(outcome));
            case Step.DeclareDead(var nic, var atLeast) -> ledger.declareDead(nic, atLeast);
            case Step.ForgetWants(var nic) -> ledger.forgetWants(nic);
            case Step.SetLimit(var path, var resource, var limit) -> setLimit(path, resource, limit);
            case Step.Charge(var tenant, var resource, var amount, var charged) ->
                assertThat(charge(tenant, resource, amount)).as(what).isEqualTo(charged);
            case Step.Backup() -> backup();
            case Step.Restore(var epoch) -> restore();
        }
    }

    private static SyncOutcome ofAnyEpoch(SyncOutcome outcome) {
        return outcome instanceof Synced(LeaseReply reply, var raised)
                ? new Synced(
                        new LeaseReply(
                                reply.bootId(), reply.incarnation(), reply.seq(), reply.termMs(), ANY, reply.lines()),
                        raised)
                : outcome;
    }

    /** By the statements of reservations. */
    private boolean charge(String tenant, Resource resource, long amount) {
        Amounts amounts = new Amounts(Map.of(resource, Math.abs(amount)));
        return transactions.execute(transaction -> {
            List<Account> rootToLeaf = lineages.holdTenant(tenant).orElseThrow().rootToLeaf();
            for (Account account : rootToLeaf) {
                if (amount < 0) {
                    accounts.apply(account, amounts, Charge.GIVE_BACK_USED);
                } else if (accounts.reserve(account, amounts)) {
                    accounts.apply(account, amounts, Charge.COMMIT);
                } else {
                    transaction.setRollbackOnly();
                    return false;
                }
            }
            return true;
        });
    }

    private void setLimit(String path, Resource resource, long limit) {
        JDBC.sql("""
                        UPDATE quota_line SET max_amount = :limit
                        WHERE resource = :resource AND node_id = (SELECT id FROM node WHERE path = :path)
                        """)
                .param("limit", limit)
                .param("resource", resource.name())
                .param("path", path)
                .update();
    }

    private void empty() {
        backedUp = false;
        own("DELETE FROM lease_nic WHERE nic LIKE :own");
        own("UPDATE quota_line SET leased = 0, unmet = 0, used = 0, reserved = 0 WHERE node_id IN (SELECT id FROM node"
                + " WHERE path LIKE :own)");
    }

    private void backup() {
        backedUp = true;
        for (String copy : List.of("replay_nic", "replay_line", "replay_quota")) {
            JDBC.sql("DELETE FROM " + copy).update();
        }
        own("INSERT INTO replay_nic SELECT * FROM lease_nic WHERE nic LIKE :own");
        own("INSERT INTO replay_line SELECT * FROM lease_line WHERE nic LIKE :own");
        own(
                "INSERT INTO replay_quota SELECT * FROM quota_line WHERE node_id IN (SELECT id FROM node WHERE path LIKE :own)");
    }

    private void restore() {
        assertThat(backedUp).isTrue();
        own("DELETE FROM lease_nic WHERE nic LIKE :own");
        JDBC.sql("INSERT INTO lease_nic SELECT * FROM replay_nic").update();
        JDBC.sql("INSERT INTO lease_line SELECT * FROM replay_line").update();
        JDBC.sql("""
                        UPDATE quota_line line
                        SET max_amount = old.max_amount, used = old.used, leased = old.leased, unmet = old.unmet
                        FROM replay_quota old WHERE old.node_id = line.node_id AND old.resource = line.resource
                        """).update();
    }

    private static void own(String sql) {
        JDBC.sql(sql).param("own", PREFIX + "%").update();
    }

    private static void assertSums() {
        Set<String> wrong = new HashSet<>(
                JDBC.sql("""
                        SELECT node.path || ' ' || line.resource FROM quota_line line JOIN node ON node.id = line.node_id
                        WHERE node.path LIKE :own AND (line.leased, line.unmet) <> (
                            SELECT coalesce(sum(lease.granted - lease.returned), 0), coalesce(sum(lease.unmet), 0)
                            FROM lease_line lease JOIN node leaf ON leaf.id = lease.node_id
                            WHERE lease.resource = line.resource
                              AND (leaf.path = node.path OR leaf.path LIKE node.path || '/%'))
                        """).param("own", PREFIX + "%").query(String.class).list());
        assertThat(wrong).as("lines that are not the sum of their leases").isEmpty();
    }
}
