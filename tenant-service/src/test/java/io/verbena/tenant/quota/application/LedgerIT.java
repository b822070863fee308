package io.verbena.tenant.quota.application;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.Resource;
import io.verbena.contracts.quota.ReservationState;
import io.verbena.tenant.RunningService;
import io.verbena.tenant.quota.model.Amounts;
import io.verbena.tenant.quota.model.Limits;
import io.verbena.tenant.quota.model.NodeQuota;
import io.verbena.tenant.quota.model.Refusal;
import io.verbena.tenant.quota.model.Reservation;
import io.verbena.tenant.quota.model.ReserveCommand;
import io.verbena.tenant.quota.model.ReserveOutcome;
import io.verbena.tenant.quota.model.ReserveOutcome.Ended;
import io.verbena.tenant.quota.model.ReserveOutcome.Held;
import io.verbena.tenant.quota.model.ReserveOutcome.Mismatch;
import io.verbena.tenant.quota.model.ReserveOutcome.Refused;
import io.verbena.tenant.quota.model.Verb;
import io.verbena.tenant.quota.model.VerbOutcome;
import io.verbena.tenant.quota.model.VerbOutcome.Done;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

class LedgerIT {
    private final RunningService service = RunningService.shared();
    private final Ledger ledger = service.bean(Ledger.class);
    private final Quotas quotas = service.bean(Quotas.class);
    private final JdbcClient jdbc = service.bean(JdbcClient.class);

    private String organisation;
    private String blue;
    private String red;

    @BeforeEach
    void growTree() {
        organisation = service.newOrganisation();
        blue = service.newTenant(organisation);
        red = service.newTenant(organisation);
        for (String tenant : List.of(blue, red)) {
            service.setTenantQuota(
                    tenant, "'vf':1000,'qp':1000,'cq':1000,'mr':1000,'pd':1000,'registeredBytes':1000000");
        }
    }

    @Test
    void fiftyThatReserveAtOnceNeverExceedTheAncestor() throws Exception {
        service.setOrganisationQuota(organisation, "'qp':20");
        List<ReserveOutcome> outcomes =
                together(50, i -> () -> reserve(i % 2 == 0 ? blue : red, Map.of(Resource.QP, 1L)));
        assertThat(outcomes).filteredOn(Held.class::isInstance).hasSize(20);
        assertThat(outcomes).filteredOn(Refused.class::isInstance).hasSize(30).allSatisfy(outcome -> {
            var refusal = ((Refused) outcome).refusal();
            assertThat(refusal.scope()).isEqualTo("organisation/" + organisation);
            assertThat(refusal.limit()).isEqualTo(20);
            assertThat(refusal.used() + refusal.reserved() + refusal.requested())
                    .isEqualTo(21);
        });
        assertThat(ofOrganisation().reserved()).containsEntry(Resource.QP, 20L);
        assertThat(reserved(blue, Resource.QP) + reserved(red, Resource.QP)).isEqualTo(20);
    }

    @Test
    void aRefusalByTheLeafLeavesTheAncestorsAlone() {
        service.setTenantQuota(blue, "'qp':2,'cq':1000");
        var refused = (Refused) reserve(blue, Map.of(Resource.CQ, 5L, Resource.QP, 3L));
        assertThat(refused.refusal()).isEqualTo(new Refusal(Resource.QP, "tenant/" + blue, blue, 2, 0, 0, 3));
        assertThat(ofOrganisation().reserved()).containsEntry(Resource.CQ, 0L).containsEntry(Resource.QP, 0L);
        assertThat(reserved(blue, Resource.CQ)).isZero();
    }

    @Test
    void aRefusedOperationMayTryAgain() {
        service.setTenantQuota(blue, "'qp':0");
        var command = command(blue, Map.of(Resource.QP, 1L));
        assertThat(ledger.reserve(command)).isInstanceOf(Refused.class);
        service.setTenantQuota(blue, "'qp':1");
        assertThat(ledger.reserve(command)).isInstanceOf(Held.class);
    }

    @Test
    void repeatsOfOneOperationAtOnceChargeOnce() throws Exception {
        var command = command(blue, Map.of(Resource.QP, 3L, Resource.MR, 2L));
        List<ReserveOutcome> outcomes = together(16, i -> () -> ledger.reserve(command));
        assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome).isInstanceOf(Held.class));
        assertThat(outcomes).filteredOn(outcome -> ((Held) outcome).created()).hasSize(1);
        assertThat(reserved(blue, Resource.QP)).isEqualTo(3);
        assertThat(reserved(blue, Resource.MR)).isEqualTo(2);
    }

    @Test
    void oneOperationForSomethingElseIsAMismatch() {
        var command = command(blue, Map.of(Resource.QP, 3L));
        ledger.reserve(command);
        assertThat(ledger.reserve(
                        new ReserveCommand(command.operationId(), blue, new Amounts(Map.of(Resource.QP, 4L)), 60)))
                .isInstanceOf(Mismatch.class);
        assertThat(ledger.reserve(new ReserveCommand(command.operationId(), red, command.amounts(), 60)))
                .isInstanceOf(Mismatch.class);
        assertThat(reserved(blue, Resource.QP)).isEqualTo(3);
        assertThat(reserved(red, Resource.QP)).isZero();
    }

    @Test
    void eachVerbRepeatedAtOnceMovesTheAmountsOnce() throws Exception {
        UUID operation = held(blue, Map.of(Resource.QP, 3L));
        together(8, i -> () -> ledger.apply(operation, Verb.COMMIT));
        assertThat(used(blue, Resource.QP)).isEqualTo(3);
        assertThat(reserved(blue, Resource.QP)).isZero();
        together(8, i -> () -> ledger.apply(operation, Verb.RETURN));
        assertThat(used(blue, Resource.QP)).isZero();
        assertThat(ofOrganisation().used()).containsEntry(Resource.QP, 0L);
        UUID other = held(blue, Map.of(Resource.QP, 3L));
        together(8, i -> () -> ledger.apply(other, Verb.RELEASE));
        assertThat(reserved(blue, Resource.QP)).isZero();
    }

    @Test
    void siblingsThatChargeEverythingInEveryOrderDoNotDeadlock() throws Exception {
        service.setOrganisationQuota(organisation, "'vf':60,'qp':60,'cq':60,'mr':60,'pd':60,'registeredBytes':60");
        together(16, i -> () -> {
            var random = new Random(i);
            String tenant = i % 2 == 0 ? blue : red;
            for (int round = 0; round < 8; round++) {
                if (i == 0) {
                    quotas.setLimits(ofOrganisation(), Limits.NONE, null, "test");
                    continue;
                }
                var command = command(tenant, inAnyOrder(random));
                if (ledger.reserve(command) instanceof Held) {
                    boolean commit = random.nextBoolean();
                    assertThat(ledger.apply(command.operationId(), commit ? Verb.COMMIT : Verb.RELEASE))
                            .isInstanceOf(Done.class);
                    if (commit) {
                        assertThat(ledger.apply(command.operationId(), Verb.RETURN))
                                .isInstanceOf(Done.class);
                    }
                }
            }
            return i;
        });
        assertThat(ofOrganisation().used().values()).containsOnly(0L);
        assertThat(ofOrganisation().reserved().values()).containsOnly(0L);
    }

    @Test
    void anExpiredReservationIsNotCommittedAndNothingChanges() {
        UUID operation = held(blue, Map.of(Resource.QP, 3L));
        makeOverdue(operation);
        assertThat(ledger.apply(operation, Verb.COMMIT))
                .isEqualTo(new VerbOutcome.Illegal(ReservationState.EXPIRED, List.of(Verb.RELEASE)));
        assertThat(ledger.apply(operation, Verb.RENEW)).isInstanceOf(VerbOutcome.Illegal.class);
        assertThat(used(blue, Resource.QP)).isZero();
        expireAll();
        assertThat(reserved(blue, Resource.QP)).isZero();
        assertThat(ledger.apply(operation, Verb.COMMIT)).isInstanceOf(VerbOutcome.Illegal.class);
        assertThat(used(blue, Resource.QP)).isZero();
        assertThat(ledger.apply(operation, Verb.RELEASE)).isInstanceOf(Done.class);
    }

    @Test
    void commitAndExpiryRaceAndOneOfThemWins() throws Exception {
        var operations = new ArrayList<UUID>();
        for (int i = 0; i < 40; i++) {
            operations.add(held(i % 2 == 0 ? blue : red, Map.of(Resource.QP, 1L)));
        }
        // They fall due one after the other while the threads below are at them.
        for (int i = 0; i < operations.size(); i++) {
            jdbc.sql(
                            "UPDATE reservation SET expires_at = clock_timestamp() + make_interval(secs => ?) WHERE operation_id = ?")
                    .params(i * 0.005, operations.get(i))
                    .update();
        }
        together(8, i -> () -> {
            for (int k = 0; k < operations.size(); k++) {
                if (i % 2 == 0) {
                    ledger.apply(operations.get(k), Verb.COMMIT);
                } else {
                    ledger.expireOne();
                }
            }
            return i;
        });
        for (UUID operation : operations) {
            ledger.apply(operation, Verb.COMMIT);
        }
        expireAll();
        long committed = operations.stream()
                .filter(operation -> state(operation) == ReservationState.COMMITTED)
                .count();
        assertThat(operations)
                .allSatisfy(operation ->
                        assertThat(state(operation)).isIn(ReservationState.COMMITTED, ReservationState.EXPIRED));
        assertThat(ofOrganisation().used()).containsEntry(Resource.QP, committed);
        assertThat(ofOrganisation().reserved()).containsEntry(Resource.QP, 0L);
        assertThat(used(blue, Resource.QP) + used(red, Resource.QP)).isEqualTo(committed);
    }

    @Test
    void renewalMovesTheExpiry() {
        UUID operation = held(blue, Map.of(Resource.QP, 1L));
        var before = ledger.find(operation).orElseThrow();
        var renewed = ((Done) ledger.apply(operation, Verb.RENEW)).reservation();
        assertThat(renewed.expiresAt()).isAfter(before.expiresAt());
        assertThat(reserved(blue, Resource.QP)).isEqualTo(1);
    }

    @Test
    void anEndedOperationIsNotReservedAgain() {
        var command = command(blue, Map.of(Resource.QP, 1L));
        ledger.reserve(command);
        ledger.apply(command.operationId(), Verb.RELEASE);
        assertThat(ledger.reserve(command)).isInstanceOf(Ended.class);
        assertThat(reserved(blue, Resource.QP)).isZero();
    }

    @Test
    void withoutALimitALineEndsAtTheLargestNumber() {
        service.setTenantQuota(blue, "'registeredBytes':9007199254740992");
        held(blue, Map.of(Resource.REGISTERED_BYTES, Amounts.MAX));
        service.setTenantQuota(red, "'registeredBytes':9007199254740992");
        var refused = (Refused) reserve(red, Map.of(Resource.REGISTERED_BYTES, Amounts.MAX));
        assertThat(refused.refusal().scope()).isEqualTo("organisation/" + organisation);
        assertThat(refused.refusal().limit()).isEqualTo(Amounts.MAX);
    }

    @Test
    void endedReservationsAreForgottenAfterAWhileAndLiveOnesNever() {
        UUID live = held(blue, Map.of(Resource.QP, 1L));
        UUID ended = held(blue, Map.of(Resource.QP, 1L));
        ledger.apply(ended, Verb.RELEASE);
        jdbc.sql("UPDATE reservation SET changed_at = now() - interval '31 days' WHERE operation_id IN (?, ?)")
                .params(live, ended)
                .update();
        await().until(() -> ledger.find(ended).isEmpty());
        assertThat(ledger.find(live)).isPresent();
    }

    @Test
    void theSweeperGivesBackByItself() {
        UUID operation = held(blue, Map.of(Resource.QP, 1L));
        makeOverdue(operation);
        await().until(() -> reserved(blue, Resource.QP) == 0);
        assertThat(state(operation)).isEqualTo(ReservationState.EXPIRED);
    }

    @Test
    void theChangeLogHasEachChangeInItsOrder() {
        UUID operation = held(blue, Map.of(Resource.QP, 1L));
        ledger.apply(operation, Verb.COMMIT);
        ledger.apply(operation, Verb.COMMIT);
        ledger.apply(operation, Verb.RETURN);
        reserve(blue, Map.of(Resource.QP, 5000L));
        await().until(() -> logged("reservation", operation.toString()).size() == 3);
        assertThat(logged("reservation", operation.toString())).containsExactly("ADDED 1", "MODIFIED 2", "MODIFIED 3");
        assertThat(logged("tenant", blue)).containsExactly("ADDED 1");
        assertThat(logged("quota", "tenant/" + blue)).containsExactly("ADDED 1", "MODIFIED 2");
    }

    /** Runs {@code count} tasks that start at the same moment, and hands on what any of them throws. */
    private static <T> List<T> together(int count, IntFunction<Callable<T>> task) throws Exception {
        var start = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> futures = IntStream.range(0, count)
                    .mapToObj(i -> threads.submit(() -> {
                        start.await();
                        return task.apply(i).call();
                    }))
                    .toList();
            start.countDown();
            var results = new ArrayList<T>();
            for (Future<T> future : futures) {
                results.add(future.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new AssertionError("a task failed", e.getCause());
        }
    }

    private static Map<Resource, Long> inAnyOrder(Random random) {
        var resources = new ArrayList<>(List.of(Resource.values()));
        Collections.shuffle(resources, random);
        var amounts = new LinkedHashMap<Resource, Long>();
        resources
                .subList(0, 1 + random.nextInt(resources.size()))
                .forEach(resource -> amounts.put(resource, 1L + random.nextInt(5)));
        return amounts;
    }

    private ReserveOutcome reserve(String tenant, Map<Resource, Long> amounts) {
        return ledger.reserve(command(tenant, amounts));
    }

    private UUID held(String tenant, Map<Resource, Long> amounts) {
        return ((Held) reserve(tenant, amounts)).reservation().operationId();
    }

    private static ReserveCommand command(String tenant, Map<Resource, Long> amounts) {
        return new ReserveCommand(UUID.randomUUID(), tenant, new Amounts(amounts), 60);
    }

    private void makeOverdue(UUID operation) {
        jdbc.sql("UPDATE reservation SET expires_at = clock_timestamp() - interval '1 s' WHERE operation_id = ?")
                .param(operation)
                .update();
    }

    private void expireAll() {
        await().until(() -> !ledger.expireOne()
                && jdbc.sql(
                                        "SELECT count(*) FROM reservation WHERE state = 'RESERVED' AND expires_at < clock_timestamp()")
                                .query(Long.class)
                                .single()
                        == 0);
    }

    private ReservationState state(UUID operation) {
        return ledger.find(operation).map(Reservation::state).orElseThrow();
    }

    private NodeQuota ofOrganisation() {
        return quotas.ofOrganisation(organisation).orElseThrow();
    }

    private long used(String tenant, Resource resource) {
        return quotas.ofTenant(tenant).orElseThrow().used().get(resource);
    }

    private long reserved(String tenant, Resource resource) {
        return quotas.ofTenant(tenant).orElseThrow().reserved().get(resource);
    }

    private List<String> logged(String type, String id) {
        return jdbc.sql(
                        "SELECT type || ' ' || version FROM change WHERE object_type = ? AND object_id = ? ORDER BY pos")
                .params(type, id)
                .query(String.class)
                .list();
    }
}
