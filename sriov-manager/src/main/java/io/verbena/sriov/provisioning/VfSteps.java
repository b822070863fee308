package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.vf.model.Addresses;
import io.verbena.sriov.vf.model.Fault;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.TenantNetworks;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Steps that more than one saga takes. */
@Component
class VfSteps {
    /** The reconciler says when it is through; this only bounds what a lost signal costs. */
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    /** While a human has to do something. */
    private static final Duration LOOK_SLOWLY = Duration.ofSeconds(5);

    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final Addresses addresses;
    private final TenantNetworks networks;
    private final Charges charges;
    private final TransactionTemplate transaction;
    private final Clock clock;

    VfSteps(
            VirtualFunctions vfs,
            FunctionSlots slots,
            Addresses addresses,
            TenantNetworks networks,
            Charges charges,
            TransactionTemplate transaction,
            Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.addresses = addresses;
        this.networks = networks;
        this.charges = charges;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Reserves what the VF is to be charged. */
    StepOutcome reserve(Operation operation) {
        Optional<VirtualFunction> found = vfs.find(operation.vfUid());
        if (found.isEmpty()) {
            return new StepOutcome.Refused(gone(operation));
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

    /** Waits until the NIC was read back with the VF's generation, and keeps the reservation meanwhile. */
    StepOutcome awaitApplied(Operation operation) {
        Optional<VirtualFunction> found = vfs.find(operation.vfUid());
        if (found.isEmpty()) {
            return new StepOutcome.Refused(gone(operation));
        }
        VirtualFunction vf = found.get();
        if (vf.status().appliedGeneration() == vf.generation()) {
            return StepOutcome.DONE;
        }
        Fault fault = vf.status().retries().fault();
        if (vf.status().state() == VfState.FAILED && fault != null) {
            return new StepOutcome.Refused(new Problem(fault.type(), fault.detail()));
        }
        return keepWaiting(operation, new StepOutcome.Waiting(LOOK_AGAIN, waitingFor(vf)));
    }

    /** Renews the reservation while something takes long; without it there is nothing to wait for. */
    StepOutcome keepWaiting(Operation operation, StepOutcome waiting) {
        return charges.keep(operation.id()) ? waiting : new StepOutcome.Refused(expired());
    }

    /** Makes the reservation a charge; when it has expired the ledger may have promised it to somebody else. */
    StepOutcome commit(Operation operation) {
        return charges.commit(operation.id()) ? StepOutcome.DONE : new StepOutcome.Refused(expired());
    }

    /** It may be used. */
    StepOutcome activate(Operation operation) {
        vfs.update(
                operation.vfUid(),
                vf -> vf.status().state() == VfState.CONFIGURING ? vf.activated(clock.instant()) : vf);
        return StepOutcome.DONE;
    }

    /** Gives back what this operation took. */
    StepOutcome giveBack(Operation operation) {
        charges.giveBack(operation.id());
        return StepOutcome.DONE;
    }

    /** Has the VF's slot cleared, and waits for the proof. Nothing to do for one that has none. */
    StepOutcome withdraw(Operation operation) {
        Optional<VirtualFunction> found = vfs.find(operation.vfUid());
        if (found.isEmpty() || found.get().status().placement() == null) {
            return StepOutcome.DONE;
        }
        VirtualFunction vf = found.get();
        if (!vf.status().state().leaving()) {
            transaction.executeWithoutResult(status -> reset(vf));
            return new StepOutcome.Waiting(LOOK_AGAIN, waitingFor(vf));
        }
        charges.keep(operation.id());
        boolean stuck = vf.status().state() == VfState.QUARANTINED;
        return new StepOutcome.Waiting(stuck ? LOOK_SLOWLY : LOOK_AGAIN, waitingFor(vf));
    }

    /** Forgets a VF that holds neither slot nor charge. */
    StepOutcome remove(Operation operation) {
        transaction.executeWithoutResult(status -> {
            addresses.release(operation.vfUid());
            vfs.remove(operation.vfUid());
            networks.releaseUnused(operation.tenant());
        });
        return StepOutcome.DONE;
    }

    static Problem gone(Operation operation) {
        return new Problem(ProblemType.NOT_FOUND, "There is no virtual function " + operation.vf() + ".");
    }

    private void reset(VirtualFunction vf) {
        // A new epoch with the new intent: whatever was sent for the old one is refused from the first command on.
        OptionalLong epoch = slots.drawEpoch(vf.uid(), 0);
        vfs.update(
                vf.uid(),
                found -> found.status().state().leaving() || epoch.isEmpty()
                        ? found
                        : found.resetting(epoch.getAsLong(), clock.instant()));
    }

    private static Problem expired() {
        return new Problem(
                ProblemType.UNAVAILABLE,
                "The quota reservation ran out before the function was programmed; ask again.");
    }

    private static String waitingFor(VirtualFunction vf) {
        Placement at = vf.status().placement();
        Fault fault = vf.status().retries().fault();
        String nic = at == null ? "the reconciler" : at.nic();
        return fault == null ? nic : nic + " (" + fault.detail() + ")";
    }
}
