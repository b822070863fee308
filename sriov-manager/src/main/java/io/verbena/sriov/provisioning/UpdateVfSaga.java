package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.operations.LimitsChange;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How a VF's limits change. What grows is reserved before the NIC hears of it; what shrinks is returned after the NIC
 * enforces it and uses no more. The undo is a generation of its own with the old limits: generations never go back.
 */
@Configuration(proxyBeanMethods = false)
class UpdateVfSaga {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final Charges charges;
    private final VfSteps steps;
    private final Clock clock;

    UpdateVfSaga(VirtualFunctions vfs, FunctionSlots slots, Charges charges, VfSteps steps, Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.charges = charges;
        this.steps = steps;
        this.clock = clock;
    }

    @Bean
    Saga update() {
        return new Saga(
                OperationKind.UPDATE,
                // What was returned may be another's already: there is no way back to the old limits.
                4,
                List.of(
                        SagaStep.of("reserve difference", this::reserve, steps::giveBack),
                        SagaStep.of("accept limits", this::accept, this::restore),
                        SagaStep.withoutUndo("program", this::awaitEnforced),
                        SagaStep.withoutUndo("commit quota", steps::commit),
                        SagaStep.withoutUndo("return difference", this::returnDifference)));
    }

    private StepOutcome reserve(Operation operation) {
        LimitsChange change = operation.limitsChange();
        Map<Resource, Long> more = change.to().above(change.from());
        if (more.isEmpty()) {
            return StepOutcome.DONE;
        }
        return charges.reserve(operation.id(), operation.vfUid(), operation.tenant(), more)
                .<StepOutcome>map(StepOutcome.Refused::new)
                .orElse(StepOutcome.DONE);
    }

    private StepOutcome accept(Operation operation) {
        vfs.update(
                operation.vfUid(),
                vf -> vf.spec().limits().equals(operation.limitsChange().to())
                        ? vf
                        : vf.limited(operation.limitsChange().to(), clock.instant()));
        return StepOutcome.DONE;
    }

    private StepOutcome restore(Operation operation) {
        LimitsChange change = operation.limitsChange();
        Optional<VirtualFunction> found = vfs.update(
                operation.vfUid(),
                vf -> vf.spec().limits().equals(change.from()) ? vf : vf.limited(change.from(), clock.instant()));
        if (found.isEmpty()
                || found.get().status().appliedGeneration() == found.get().generation()) {
            return StepOutcome.DONE;
        }
        // The NIC may be enforcing the higher limits: what was reserved for them stays reserved until it does not.
        charges.keep(operation.id());
        return new StepOutcome.Waiting(LOOK_AGAIN, found.get().status().place().nic() + " to enforce the old limits");
    }

    private StepOutcome awaitEnforced(Operation operation) {
        StepOutcome applied = steps.awaitApplied(operation);
        if (!(applied instanceof StepOutcome.Done)) {
            return applied;
        }
        LimitsChange change = operation.limitsChange();
        return vfs.find(operation.vfUid())
                .flatMap(vf -> usedAbove(vf, change))
                .<StepOutcome>map(StepOutcome.Refused::new)
                .orElse(StepOutcome.DONE);
    }

    /** A limit below what exists frees nothing: the quota would be returned while it is used. */
    private Optional<Problem> usedAbove(VirtualFunction vf, LimitsChange change) {
        Placement at = vf.status().place();
        Map<Resource, Long> used = slots.reportSince(at.nic(), at.pf(), at.index(), vf.createdAt())
                .map(FunctionReport::used)
                .orElse(Map.of());
        Map<Resource, Long> wanted = change.to().byResource();
        return change.from().above(change.to()).keySet().stream()
                .filter(resource -> used.getOrDefault(resource, 0L) > wanted.getOrDefault(resource, 0L))
                .findFirst()
                .map(resource -> new Problem(
                        ProblemType.FAILED_PRECONDITION,
                        "The VF uses " + used.get(resource) + " " + resource + ", more than the new limit of "
                                + wanted.get(resource) + ". Destroy some first.",
                        Map.of(
                                "resource",
                                resource,
                                "used",
                                used.getOrDefault(resource, 0L),
                                "limit",
                                wanted.getOrDefault(resource, 0L))));
    }

    private StepOutcome returnDifference(Operation operation) {
        LimitsChange change = operation.limitsChange();
        if (!change.from().above(change.to()).isEmpty()) {
            charges.lowerTo(operation.vfUid(), change.to().amounts());
        }
        return StepOutcome.DONE;
    }
}
