package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.Condition;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * How a VF goes: drained or out of time, cleared and proved clean, its quota returned, forgotten. A drain that is to be
 * given up when its time is over takes nothing away; from the reset on it goes forward only: a NIC that is away or a slot that stays dirty holds it where it is, with the charge.
 */
@Configuration(proxyBeanMethods = false)
class ReleaseVfSaga {
    private static final Duration LOOK_FOR_DRAINED = Duration.ofMillis(250);

    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final Charges charges;
    private final VfSteps steps;
    private final Duration drainDeadline;
    private final Clock clock;

    ReleaseVfSaga(
            VirtualFunctions vfs,
            FunctionSlots slots,
            Charges charges,
            VfSteps steps,
            SriovProperties properties,
            Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.charges = charges;
        this.steps = steps;
        this.drainDeadline = properties.drainDeadline();
        this.clock = clock;
    }

    @Bean
    Saga release() {
        return new Saga(
                OperationKind.RELEASE,
                1,
                List.of(
                        SagaStep.of("drain", this::drain, this::cancelDrain),
                        SagaStep.withoutUndo("reset", steps::withdraw),
                        SagaStep.withoutUndo("return quota", this::returnQuota),
                        SagaStep.withoutUndo("remove", steps::remove)));
    }

    private StepOutcome drain(Operation operation) {
        Optional<VirtualFunction> found = vfs.find(operation.vfUid());
        if (found.isEmpty() || found.get().status().state() != VfState.DRAINING) {
            return StepOutcome.DONE;
        }
        VirtualFunction vf = found.get();
        if (vf.status().condition(Condition.DRAINED).isPresent()) {
            return StepOutcome.DONE;
        }
        Instant since = vf.status().stateSince();
        Placement at = vf.status().place();
        // What was seen before the VF was asked to drain says nothing.
        Optional<Integer> contexts = slots.reportSince(at.nic(), at.pf(), at.index(), since)
                .map(report -> vf.uid().equals(report.vfUid()) ? report.contexts() : 0);
        Drain drain = vf.status().drain();
        Instant deadline = drain == null ? since.plus(drainDeadline) : drain.deadline();
        boolean empty = contexts.isPresent() && contexts.get() == 0;
        String open = contexts.map(count -> count + " open contexts").orElse("a read-back of " + at.nic());
        if (!empty && clock.instant().isBefore(deadline)) {
            return new StepOutcome.Waiting(LOOK_FOR_DRAINED, open + ", until " + deadline);
        }
        if (!empty && drain != null && drain.outcome() == Drain.Outcome.CANCEL) {
            return new StepOutcome.Refused(new Problem(
                    ProblemType.FAILED_PRECONDITION,
                    "The drain's time was over while waiting for " + open + "; the virtual function stays.",
                    Map.of("contexts", contexts.orElse(0), "deadline", deadline)));
        }
        String message =
                empty ? "No context is open" : "Its time was over while waiting for " + open + "; all are closed";
        vfs.update(vf.uid(), now -> now.drained(empty, message, clock.instant()));
        return StepOutcome.DONE;
    }

    private StepOutcome cancelDrain(Operation operation) {
        vfs.update(
                operation.vfUid(),
                vf -> vf.status().state() == VfState.DRAINING
                        ? vf.drainCancelled("It was in use when the drain's time was over", clock.instant())
                        : vf);
        return StepOutcome.DONE;
    }

    private StepOutcome returnQuota(Operation operation) {
        charges.giveBackAll(operation.vfUid());
        return StepOutcome.DONE;
    }
}
