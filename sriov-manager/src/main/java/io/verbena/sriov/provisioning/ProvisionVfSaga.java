package io.verbena.sriov.provisioning;

import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How a VF comes to be. The request itself is stored before the saga begins; its first undo removes it again, so that a
 * refusal leaves nothing behind but the operation that says why.
 */
@Configuration(proxyBeanMethods = false)
class ProvisionVfSaga {
    private final VirtualFunctions vfs;
    private final Placer placer;
    private final VfSteps steps;

    ProvisionVfSaga(VirtualFunctions vfs, Placer placer, VfSteps steps) {
        this.vfs = vfs;
        this.placer = placer;
        this.steps = steps;
    }

    @Bean
    Saga provision() {
        return Saga.undoable(
                OperationKind.PROVISION,
                List.of(
                        SagaStep.of("request", operation -> StepOutcome.DONE, steps::remove),
                        SagaStep.of("reserve quota", steps::reserve, steps::giveBack),
                        SagaStep.of("place", this::place, steps::withdraw),
                        SagaStep.withoutUndo("program", steps::awaitApplied),
                        SagaStep.withoutUndo("commit quota", steps::commit),
                        SagaStep.withoutUndo("activate", steps::activate)));
    }

    private StepOutcome place(Operation operation) {
        StepOutcome outcome = vfs.find(operation.vfUid())
                .map(placer::place)
                .orElseGet(() -> new StepOutcome.Refused(VfSteps.gone(operation)));
        return outcome instanceof StepOutcome.Waiting ? steps.keepWaiting(operation, outcome) : outcome;
    }
}
