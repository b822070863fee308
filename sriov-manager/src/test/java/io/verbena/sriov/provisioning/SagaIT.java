package io.verbena.sriov.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.NicReport;
import io.verbena.kit.problem.Problem;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.reconcile.ReconcilerDriver;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/**
 * Each saga by hand, with everything that would run it stopped: whatever a manager that dies between two steps, or within
 * one, leaves behind is a state that these tests go through. The database, the ledger and the NIC are real.
 */
class SagaIT {
    private static final String NIC = "nic-h";
    private static final String PATH = "/api/v1/nics/" + NIC;
    private static final AtomicInteger VNIS = new AtomicInteger(7_100_000);
    private static final String SMALL = "{'qp':4,'cq':4,'mr':8,'pd':2,'registeredBytes':65536}";
    private static final String QUOTA = "'vf':1,'qp':8,'cq':8,'mr':16,'pd':4,'registeredBytes':131072";
    private static final String CHANGE = "{'spec':{'limits':{'qp':8,'mr':2}}}";
    private static final Problem PLANTED = new Problem(ProblemType.UNAVAILABLE, "planted by the test");

    private static ControlPlane plane;
    private static NicDevice nic;
    private static SagaRunner runner;
    private static SagaPositions positions;
    private static Operations operations;
    private static ReconcilerDriver reconciler;

    private Tenant blue;

    @BeforeAll
    static void stopAllThatRunsByItself() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic(NIC, 4);
        ControlPlane.Manager manager = plane.manager();
        reconciler = new ReconcilerDriver(manager);
        reconciler.stopLoop();
        manager.bean(Scheduler.class).pause();
        runner = manager.bean(SagaRunner.class);
        positions = manager.bean(SagaPositions.class);
        operations = manager.bean(Operations.class);
    }

    @AfterAll
    static void goOn() {
        plane.manager().bean(Scheduler.class).resume();
        reconciler.startLoop();
        plane.retire(nic);
    }

    @BeforeEach
    void newTenant() {
        blue = plane.newTenant(QUOTA);
    }

    @AfterEach
    void takeAllAway() {
        if (plane.admin().get(blue.vfs("blue-a")).status() == 200) {
            drive(deleted(), at -> {});
        }
        for (FunctionStatus function : functions()) {
            if (function.vfUid() != null) {
                plane.admin()
                        .post(PATH + "/functions/0/" + function.index() + ":release", null)
                        .require(202);
                Eventually.holds(
                        () -> {
                            reconciler.run();
                            return slot(function.index())
                                    .path("state")
                                    .asString()
                                    .equals("FREE");
                        },
                        () -> "slot " + function.index() + " is free");
            }
        }
        plane.admin().post(PATH + ":uncordon", null).require(200);
    }

    static Stream<Saga> sagas() {
        return plane.manager().beans(Saga.class).values().stream();
    }

    static Stream<Arguments> stepsThatCanBeUndone() {
        return sagas().flatMap(saga ->
                IntStream.range(0, saga.pointOfNoReturn()).mapToObj(step -> Arguments.of(saga.kind(), step)));
    }

    @Test
    void everyKindOfOperationHasASaga() {
        assertThat(sagas().map(Saga::kind)).containsExactlyInAnyOrder(OperationKind.values());
    }

    /** Whoever ran a step has died with its effect there, and nothing written down of it; the next one does not know. */
    @ParameterizedTest
    @EnumSource
    void oneWhoseManagerDiesAfterEachStepComesToTheSameEnd(OperationKind kind) {
        UUID operation = begun(kind);
        drive(operation, at -> {
            repeat(at);
            runner = anotherRunner();
        });
        assertThat(operations.find(operation).orElseThrow().problem()).isNull();
        assertEnd(kind);
    }

    /** By a manager that lags behind: it does what was done, and moved on from, long ago. */
    @ParameterizedTest
    @EnumSource
    void oneWithEveryStepTwiceIsAsOnce(OperationKind kind) {
        UUID operation = begun(kind);
        drive(
                operation,
                at -> IntStream.range(0, at.step())
                        .forEach(done -> saga(kind)
                                .steps()
                                .get(done)
                                .action()
                                .run(operations.find(operation).orElseThrow())));
        assertThat(operations.find(operation).orElseThrow().problem()).isNull();
        assertEnd(kind);
    }

    @ParameterizedTest
    @MethodSource("stepsThatCanBeUndone")
    void oneThatFailsAfterAnyStepLeavesNothingOfItWithEveryUndoTwice(OperationKind kind, int step) {
        UUID operation = begun(kind);
        SagaPosition at = runTo(operation, step);
        assertThat(positions.move(at, at.back(PLANTED))).isTrue();
        drive(operation, this::repeat);
        assertThat(operations.find(operation).orElseThrow().problem()).isEqualTo(PLANTED);
        assertUndone(kind);
    }

    private static SagaRunner anotherRunner() {
        ControlPlane.Manager manager = plane.manager();
        return new SagaRunner(
                positions,
                operations,
                manager.bean(VirtualFunctions.class),
                manager.bean(TransactionTemplate.class),
                manager.bean(SagaMetrics.class),
                Clock.systemUTC(),
                sagas().toList());
    }

    private UUID begun(OperationKind kind) {
        if (kind == OperationKind.ADOPT) {
            return adopted();
        }
        UUID provisioning = requested();
        if (kind == OperationKind.PROVISION) {
            return provisioning;
        }
        drive(provisioning, at -> {});
        return switch (kind) {
            case UPDATE -> patched(CHANGE);
            case RELEASE -> deleted();
            case DRAIN_NIC ->
                id(plane.admin()
                        .post(PATH + ":drain", "{'deadlineSeconds':60,'outcome':'FORCE'}")
                        .require(202)
                        .body());
            case PROVISION, ADOPT -> throw new IllegalStateException(kind + " has begun");
        };
    }

    private void assertEnd(OperationKind kind) {
        switch (kind) {
            case PROVISION -> assertActive(4, 1);
            case UPDATE -> {
                assertActive(8, 2);
                assertThat(blue.used("mr")).isEqualTo(2);
                assertThat(blue.reserved("qp")).isZero();
            }
            case RELEASE, DRAIN_NIC -> assertNothingLeft();
            case ADOPT -> assertActive(4, 4);
        }
    }

    private void assertUndone(OperationKind kind) {
        switch (kind) {
            // The VFs of a NIC are taken away by operations of their own, which have done so.
            case PROVISION, DRAIN_NIC -> assertNothingLeft();
            case UPDATE -> {
                JsonNode vf = blue.vf("blue-a");
                assertThat(vf.at("/spec/limits/qp").asLong()).isEqualTo(4);
                assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
                assertThat(held().spec().limits().of(ResourceKind.QP)).isEqualTo(4);
                assertThat(blue.used("qp")).isEqualTo(4);
                assertThat(blue.used("mr")).isEqualTo(8);
                assertThat(blue.reserved("qp")).isZero();
            }
            case RELEASE -> assertActive(4, 1);
            case ADOPT -> {
                assertNoRowsLeft();
                assertThat(slot(held().index()).path("state").asString()).isEqualTo("QUARANTINED");
                assertThat(held().spec().limits().of(ResourceKind.QP)).isEqualTo(4);
            }
        }
    }

    /** A function that somebody else made, found and about to be adopted. */
    private UUID adopted() {
        CommandTuple tuple = new CommandTuple(
                nic.identity().bootId(),
                0,
                3,
                UUID.randomUUID(),
                functions().get(3).epochFloor() + 1,
                3,
                "f".repeat(64));
        FunctionSpec spec = new FunctionSpec(
                blue.name(),
                "blue-a",
                Gid.parse("127.0.0.81"),
                VNIS.incrementAndGet(),
                new FunctionLimits(4, 4, 8, 2, 65536));
        assertThat(nic.execute(new AdminCommand.ConfigureFunction(tuple, spec)))
                .isInstanceOf(AdminResult.FunctionApplied.class);
        reconciler.run();
        return id(plane.admin()
                .post(PATH + "/functions/0/3:adopt", "{'tenant':'" + blue.name() + "'}")
                .require(202)
                .body());
    }

    @Test
    void aSlotThatAResetLeftSomethingInKeepsVfAndChargeUntilTheNicReportsItEmpty() {
        drive(requested(), at -> {});
        FunctionStatus function = held();
        Context context = Context.open(nic.channel(), function.vfUid());
        context.allocPd();
        nic.execute(new AdminCommand.BreakReset(function.index(), true));
        UUID operation = id(plane.admin()
                .delete(blue.vfs("blue-a"), "If-Match", "*")
                .require(202)
                .body());
        Eventually.holds(
                () -> {
                    runner.run(operation);
                    reconciler.run();
                    return state().equals("QUARANTINED");
                },
                () -> "blue-a is quarantined: " + blue.vf("blue-a"));
        assertThat(held().used()).containsEntry(ResourceKind.PD, 1L);
        assertStillHeld(function.index());
        // However often it is looked at: only the NIC's word counts.
        reconciler.run();
        assertThat(runner.step(operation)).isInstanceOf(SagaRunner.Progress.Again.class);
        assertStillHeld(function.index());

        nic.execute(new AdminCommand.BreakReset(function.index(), false));
        drive(operation, at -> {});
        assertNothingLeft();
        assertThat(slot(function.index()).path("state").asString()).isEqualTo("FREE");
    }

    @Test
    void whatWasReadBeforeADrainBeganDoesNotEndIt() {
        drive(requested(), at -> {});
        FunctionStatus function = held();
        NicReport early = reconciler.read(NIC);
        Instant askedAt = Instant.now();
        Context context = Context.open(nic.channel(), function.vfUid());
        UUID operation = id(plane.admin()
                .post(blue.vfs("blue-a") + ":drain", "{'deadlineSeconds':600,'outcome':'FORCE'}", "If-Match", "*")
                .require(202)
                .body());
        reconciler.observe(early, askedAt);
        assertThat(runner.run(operation)).isInstanceOf(SagaRunner.Progress.Again.class);
        assertThat(state()).isEqualTo("DRAINING");
        reconciler.run();
        assertThat(runner.run(operation)).isInstanceOf(SagaRunner.Progress.Again.class);
        assertThat(operations.find(operation).orElseThrow().phase()).contains("1 open contexts");
        context.close();
        drive(operation, at -> {});
        assertNothingLeft();
    }

    @Test
    void aNicsBudgetHoldsWhenManyManagersDrainItAtOnce() throws InterruptedException {
        blue = plane.newTenant("'vf':3,'qp':12,'cq':12,'mr':24,'pd':6,'registeredBytes':196608");
        List<Context> open = new ArrayList<>();
        for (String name : List.of("blue-a", "blue-b", "blue-c")) {
            UUID provisioning = requested(name);
            drive(provisioning, at -> {});
            open.add(Context.open(
                    nic.channel(), operations.find(provisioning).orElseThrow().vfUid()));
        }
        UUID operation = id(plane.admin()
                .post(PATH + ":drain", "{'budget':1,'deadlineSeconds':600,'outcome':'FORCE'}")
                .require(202)
                .body());
        try (ExecutorService managers = Executors.newVirtualThreadPerTaskExecutor()) {
            managers.invokeAll(Collections.nCopies(8, () -> runner.step(operation)))
                    .forEach(step -> assertThat(step).succeedsWithin(Duration.ofSeconds(30)));
        }
        assertThat(List.of("blue-a", "blue-b", "blue-c"))
                .filteredOn(name -> blue.vf(name).at("/status/state").asString().equals("DRAINING"))
                .hasSize(1);
        open.forEach(Context::close);
        drive(operation, at -> {});
        assertNothingLeft();
    }

    private void assertStillHeld(int index) {
        assertThat(state()).isEqualTo("QUARANTINED");
        assertThat(blue.vf("blue-a").at("/status/conditions/0/reason").asString())
                .isEqualTo("ResetDirty");
        assertThat(slot(index).path("state").asString()).isEqualTo("QUARANTINED");
        assertThat(slot(index).path("reason").asString()).contains("found something left in it: contexts 1, PD 1");
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.used("pd")).isEqualTo(2);
    }

    private static JsonNode slot(int index) {
        return plane.admin().get(PATH).require(200).body().at("/status/functions/" + index);
    }

    private String state() {
        return blue.vf("blue-a").at("/status/state").asString();
    }

    private static Saga saga(OperationKind kind) {
        return sagas().filter(saga -> saga.kind() == kind).findFirst().orElseThrow();
    }

    private UUID requested() {
        return requested("blue-a");
    }

    private UUID requested(String name) {
        String body = "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + NIC + "','limits':" + SMALL + "}}";
        return id(plane.admin().post(blue.vfs(), body).require(202).body());
    }

    private UUID patched(String patch) {
        return id(plane.admin()
                .patch(blue.vfs("blue-a"), patch, "If-Match", "*")
                .require(202)
                .body());
    }

    private UUID deleted() {
        return id(plane.admin()
                .delete(blue.vfs("blue-a"), "If-Match", "*")
                .require(202)
                .body());
    }

    private static UUID id(JsonNode operation) {
        return UUID.fromString(operation.at("/metadata/id").asString());
    }

    /** Runs a saga to its end, and the reconciler whenever it waits. */
    private void drive(UUID operation, Consumer<SagaPosition> before) {
        Eventually.holds(
                () -> {
                    SagaRunner.Progress progress;
                    runOthers(operation);
                    do {
                        positions.find(operation).ifPresent(before);
                        progress = runner.step(operation);
                    } while (progress instanceof SagaRunner.Progress.More);
                    if (progress instanceof SagaRunner.Progress.Again) {
                        reconciler.run();
                    }
                    return progress instanceof SagaRunner.Progress.Finished;
                },
                () -> operation + " has ended: " + positions.find(operation) + operations.find(operation));
    }

    /** Runs the present action or undo once more than the runner will. */
    private void repeat(SagaPosition at) {
        Operation operation = operations.find(at.operation()).orElseThrow();
        Saga saga = saga(operation.kind());
        if (at.step() >= 0 && at.step() < saga.steps().size()) {
            SagaStep step = saga.steps().get(at.step());
            SagaStep.Move undo = step.undo();
            if (at.forward()) {
                step.action().run(operation);
            } else if (undo != null) {
                undo.run(operation);
            }
        }
    }

    /** Runs up to and including that step's effect; that it is there was not written down. */
    private SagaPosition runTo(UUID id, int step) {
        SagaPosition[] at = {positions.find(id).orElseThrow()};
        Eventually.holds(
                () -> {
                    runOthers(id);
                    while (at[0].step() < step && runner.step(id) instanceof SagaRunner.Progress.More) {
                        at[0] = positions.find(id).orElseThrow();
                    }
                    if (at[0].step() == step) {
                        Operation operation = operations.find(id).orElseThrow();
                        SagaStep.Move action =
                                saga(operation.kind()).steps().get(step).action();
                        if (action.run(operation) instanceof StepOutcome.Done) {
                            return true;
                        }
                    }
                    reconciler.run();
                    return false;
                },
                () -> "step " + step + " of " + id + " was reached: " + positions.find(id));
        return at[0];
    }

    /** Sagas that the one in question has begun. */
    private static void runOthers(UUID than) {
        plane.manager().bean(JdbcClient.class).sql("SELECT operation_id FROM saga").query(UUID.class).list().stream()
                .filter(id -> !id.equals(than))
                .forEach(runner::run);
    }

    private void assertActive(int queuePairs, long generation) {
        JsonNode vf = blue.vf("blue-a");
        assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(vf.at("/status/appliedGeneration").asLong()).isEqualTo(generation);
        assertThat(vf.at("/status/operationId").isMissingNode()).isTrue();
        assertThat(held().spec().limits().of(ResourceKind.QP)).isEqualTo(queuePairs);
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.used("qp")).isEqualTo(queuePairs);
    }

    private void assertNothingLeft() {
        assertThat(plane.admin().get(blue.vfs("blue-a")).status()).isEqualTo(404);
        assertThat(functions()).allMatch(f -> f.state() == FunctionState.FREE && f.vfUid() == null);
        assertNoRowsLeft();
    }

    private void assertNoRowsLeft() {
        JdbcClient jdbc = plane.manager().bean(JdbcClient.class);
        String mine = "(SELECT vf_uid FROM operation WHERE tenant = '" + blue.name() + "')";
        for (String left : List.of(
                "function_slot WHERE vf IN " + mine,
                "vf_address WHERE vf IN " + mine,
                "virtual_function WHERE uid IN " + mine,
                "vf_charge WHERE vf IN " + mine,
                "saga")) {
            assertThat(jdbc.sql("SELECT count(*) FROM " + left)
                            .query(Long.class)
                            .single())
                    .as(left)
                    .isZero();
        }
        for (String resource : List.of("vf", "qp", "cq", "mr", "pd", "registeredBytes")) {
            assertThat(blue.used(resource)).as(resource).isZero();
            assertThat(blue.reserved(resource)).as(resource).isZero();
        }
    }

    private static FunctionStatus held() {
        return functions().stream().filter(f -> f.vfUid() != null).findFirst().orElseThrow();
    }

    private static List<FunctionStatus> functions() {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions())).functions();
    }
}
