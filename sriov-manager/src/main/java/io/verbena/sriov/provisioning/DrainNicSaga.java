package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.operations.NicDrain;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.Condition;
import io.verbena.sriov.vf.model.Drain;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VfVerb;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * How a NIC is emptied: each of its VFs is released by an operation of its own, never more at once than the budget. The NIC
 * was cordoned when this was asked for, and stays so. VFs that were kept because they were in use end it with a problem,
 * once all others are gone.
 */
@Configuration(proxyBeanMethods = false)
class DrainNicSaga {
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final VirtualFunctions vfs;
    private final Releases releases;
    private final Nics nics;
    private final TransactionTemplate transaction;
    private final Clock clock;

    DrainNicSaga(VirtualFunctions vfs, Releases releases, Nics nics, TransactionTemplate transaction, Clock clock) {
        this.vfs = vfs;
        this.releases = releases;
        this.nics = nics;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Bean
    Saga drainNic() {
        return new Saga(OperationKind.DRAIN_NIC, 1, List.of(SagaStep.withoutUndo("drain functions", this::drain)));
    }

    /** With the NIC's row locked: two managers that run this at once keep to the budget together. */
    private StepOutcome drain(Operation operation) {
        return Objects.requireNonNull(transaction.execute(status -> {
            nics.lock(operation.nic());
            return drainSome(operation);
        }));
    }

    private StepOutcome drainSome(Operation operation) {
        List<VirtualFunction> here = vfs.on(operation.nic());
        if (here.isEmpty()) {
            return StepOutcome.DONE;
        }
        List<VirtualFunction> kept =
                here.stream().filter(vf -> keptSince(vf, operation.createdAt())).toList();
        if (kept.size() == here.size()) {
            return new StepOutcome.Refused(stillUsed(operation.nic(), kept));
        }
        NicDrain how = operation.drain();
        long onTheirWay = here.stream().filter(DrainNicSaga::onItsWay).count();
        Drain drain = new Drain(clock.instant().plus(how.patience()), how.outcome());
        here.stream()
                .filter(vf -> !kept.contains(vf) && vf.status().allows(VfVerb.DELETE))
                .limit(Math.max(0, how.budget() - onTheirWay))
                .forEach(vf -> releases.begin(vf.uid(), drain));
        return new StepOutcome.Waiting(LOOK_AGAIN, here.size() + " functions on " + operation.nic());
    }

    /** One in quarantine has no user any more, and only an operator's work ends it: it holds no other up. */
    private static boolean onItsWay(VirtualFunction vf) {
        return vf.status().state() == VfState.DRAINING || vf.status().state() == VfState.RESETTING;
    }

    private static boolean keptSince(VirtualFunction vf, Instant since) {
        return vf.status().operation() == null
                && vf.status()
                        .condition(Condition.DRAINING)
                        .filter(draining -> draining.status() == Condition.Status.FALSE
                                && !draining.lastTransitionTime().isBefore(since))
                        .isPresent();
    }

    private static Problem stillUsed(String nic, List<VirtualFunction> kept) {
        List<Map<String, String>> named = kept.stream()
                .map(vf -> Map.of("tenant", vf.tenant(), "name", vf.name()))
                .toList();
        return new Problem(
                ProblemType.FAILED_PRECONDITION,
                kept.size() + " virtual functions of " + nic + " were in use at their deadline and stay: "
                        + String.join(
                                ", ",
                                kept.stream()
                                        .map(vf -> vf.tenant() + "/" + vf.name())
                                        .toList())
                        + ".",
                Map.of("virtualFunctions", named));
    }
}
