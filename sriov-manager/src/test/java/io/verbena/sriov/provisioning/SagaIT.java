package io.verbena.sriov.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.NicReport;
import io.verbena.kit.problem.Problem;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.operations.Operations;
import io.verbena.sriov.reconcile.ReconcilerDriver;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/**
 * Each saga by hand, with everything that would run it stopped: whatever a manager that dies between two steps, or within
 * one, leaves behind is a state that these tests go through. The database, the ledger and the NIC are real.
 */
class SagaIT {
    private static final String NIC = "nic-h";
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

    @Test
    void aVfThatWasProvisionedWithEveryStepRepeatedIsThereOnce() {
        UUID operation = requested();
        drive(operation, this::repeat);
        assertActive(4, 1);
        assertThat(operations.find(operation).orElseThrow().problem()).isNull();
        release(at -> {});
    }

    @Test
    void aVfThatWasReleasedWithEveryStepRepeatedIsGone() {
        drive(requested(), at -> {});
        release(this::repeat);
        assertNothingLeft();
    }

    @Test
    void limitsThatWereChangedWithEveryStepRepeatedAreChargedOnce() {
        drive(requested(), at -> {});
        drive(patched(CHANGE), this::repeat);
        assertActive(8, 2);
        assertThat(blue.used("mr")).isEqualTo(2);
        assertThat(blue.reserved("qp")).isZero();
        release(at -> {});
        assertNothingLeft();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5})
    void aProvisioningThatFailsAfterAnyStepLeavesNothing(int step) {
        UUID operation = requested();
        failAfter(operation, step);
        drive(operation, at -> {});
        assertNothingLeft();
        assertThat(operations.find(operation).orElseThrow().problem()).isEqualTo(PLANTED);
    }

    @Test
    void theStepsThatCanFailAreAllOfThem() {
        assertThat(saga(OperationKind.PROVISION).steps()).hasSize(6);
        assertThat(saga(OperationKind.UPDATE).steps()).hasSize(5);
        assertThat(saga(OperationKind.RELEASE).pointOfNoReturn()).isOne();
        assertThat(saga(OperationKind.ADOPT).steps()).hasSize(6);
        assertThat(saga(OperationKind.DRAIN_NIC).steps()).hasSize(1);
    }

    @Test
    void aProvisioningThatIsUndoneWithEveryUndoRepeatedLeavesNothing() {
        UUID operation = requested();
        failAfter(operation, 5);
        drive(operation, this::repeat);
        assertNothingLeft();
    }

    /** Its last step, which returns what shrank, is the end: there is nothing after it that could fail. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void anUpdateThatFailsAfterAnyStepLeavesTheOldLimitsWithEveryUndoRepeated(int step) {
        drive(requested(), at -> {});
        UUID operation = patched(CHANGE);
        failAfter(operation, step);
        drive(operation, this::repeat);
        JsonNode vf = blue.vf("blue-a");
        assertThat(vf.at("/spec/limits/qp").asLong()).isEqualTo(4);
        assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(held().spec().limits().of(ResourceKind.QP)).isEqualTo(4);
        assertThat(blue.used("qp")).isEqualTo(4);
        assertThat(blue.used("mr")).isEqualTo(8);
        assertThat(blue.reserved("qp")).isZero();
        assertThat(operations.find(operation).orElseThrow().problem()).isEqualTo(PLANTED);
        release(at -> {});
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

    private void assertStillHeld(int index) {
        assertThat(state()).isEqualTo("QUARANTINED");
        assertThat(blue.vf("blue-a").at("/status/conditions/0/reason").asString())
                .isEqualTo("ResetDirty");
        assertThat(slot(index).path("state").asString()).isEqualTo("QUARANTINED");
        assertThat(slot(index).path("reason").asString()).contains("found something left in it");
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.used("pd")).isEqualTo(2);
    }

    private static JsonNode slot(int index) {
        return plane.admin().get("/api/v1/nics/" + NIC).require(200).body().at("/status/functions/" + index);
    }

    private String state() {
        return blue.vf("blue-a").at("/status/state").asString();
    }

    private static Saga saga(OperationKind kind) {
        return plane.manager().beans(Saga.class).values().stream()
                .filter(saga -> saga.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private UUID requested() {
        String body = "{'metadata':{'name':'blue-a'},'spec':{'nic':'" + NIC + "','limits':" + SMALL + "}}";
        return id(plane.admin().post(blue.vfs(), body).require(202).body());
    }

    private UUID patched(String patch) {
        return id(plane.admin()
                .patch(blue.vfs("blue-a"), patch, "If-Match", "*")
                .require(202)
                .body());
    }

    private void release(Consumer<SagaPosition> before) {
        drive(
                id(plane.admin()
                        .delete(blue.vfs("blue-a"), "If-Match", "*")
                        .require(202)
                        .body()),
                before);
    }

    private static UUID id(JsonNode operation) {
        return UUID.fromString(operation.at("/metadata/id").asString());
    }

    /** Runs a saga to its end, and the reconciler whenever it waits. */
    private void drive(UUID operation, Consumer<SagaPosition> before) {
        Eventually.holds(
                () -> {
                    SagaRunner.Progress progress;
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

    /** Runs up to and including that step, and then makes it have failed: its effect is there, its success is not. */
    private void failAfter(UUID id, int step) {
        Eventually.holds(
                () -> {
                    SagaPosition at = positions.find(id).orElseThrow();
                    while (at.step() < step && runner.step(id) instanceof SagaRunner.Progress.More) {
                        at = positions.find(id).orElseThrow();
                    }
                    if (at.step() == step) {
                        Operation operation = operations.find(id).orElseThrow();
                        SagaStep.Move action =
                                saga(operation.kind()).steps().get(step).action();
                        if (action.run(operation) instanceof StepOutcome.Done) {
                            return positions.move(at, at.back(PLANTED));
                        }
                    }
                    reconciler.run();
                    return false;
                },
                () -> "step " + step + " of " + id + " was reached: " + positions.find(id));
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
