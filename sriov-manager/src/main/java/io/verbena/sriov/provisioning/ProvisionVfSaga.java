package io.verbena.sriov.provisioning;

import io.verbena.kit.problem.Problem;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How a VF comes to be. The request itself is stored before the saga begins; its first undo removes it again, so that a
 * refusal leaves nothing behind but the operation that says why.
 */
@Configuration(proxyBeanMethods = false)
class ProvisionVfSaga {
    private final VirtualFunctions vfs;
    private final Charges charges;
    private final Placer placer;
    private final VfSteps steps;
    private final Clock clock;

    ProvisionVfSaga(VirtualFunctions vfs, Charges charges, Placer placer, VfSteps steps, Clock clock) {
        this.vfs = vfs;
        this.charges = charges;
        this.placer = placer;
        this.steps = steps;
        this.clock = clock;
    }

    @Bean
    Saga provision() {
        return Saga.undoable(
                OperationKind.PROVISION,
                List.of(
                        SagaStep.of("request", operation -> StepOutcome.DONE, steps::remove),
                        SagaStep.of("reserve quota", this::reserve, steps::giveBack),
                        SagaStep.of("place", this::place, steps::withdraw),
                        SagaStep.withoutUndo("program", steps::awaitApplied),
                        SagaStep.withoutUndo("commit quota", steps::commit),
                        SagaStep.withoutUndo("activate", this::activate)));
    }

    private StepOutcome reserve(Operation operation) {
        Optional<VirtualFunction> found = vfs.find(operation.vfUid());
        if (found.isEmpty()) {
            return new StepOutcome.Refused(VfSteps.gone(operation));
        }
        VirtualFunction vf = found.get();
        Optional<Problem> refusal = charges.reserve(
                operation.id(), vf.uid(), vf.tenant(), vf.spec().limits().amounts());
        if (refusal.isPresent()) {
            return new StepOutcome.Refused(refusal.get());
        }
        vfs.update(vf.uid(), now -> now.status().state() == VfState.REQUESTED ? now.reserved(clock.instant()) : now);
        return StepOutcome.DONE;
    }

    private StepOutcome place(Operation operation) {
        StepOutcome outcome = vfs.find(operation.vfUid())
                .map(placer::place)
                .orElseGet(() -> new StepOutcome.Refused(VfSteps.gone(operation)));
        return outcome instanceof StepOutcome.Waiting ? steps.keepWaiting(operation, outcome) : outcome;
    }

    private StepOutcome activate(Operation operation) {
        vfs.update(
                operation.vfUid(),
                vf -> vf.status().state() == VfState.CONFIGURING ? vf.activated(clock.instant()) : vf);
        return StepOutcome.DONE;
    }
}
