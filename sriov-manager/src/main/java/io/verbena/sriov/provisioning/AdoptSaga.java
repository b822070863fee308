package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.operations.Operation;
import io.verbena.sriov.operations.OperationKind;
import io.verbena.sriov.vf.model.Addresses;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.TenantNetworks;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * How a found function becomes a VF: as one is provisioned, but that it takes over the slot, address and network that the
 * function has. Its undo leaves the function where it is: what we did not make is not destroyed by accident.
 */
@Configuration(proxyBeanMethods = false)
class AdoptSaga {
    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final Addresses addresses;
    private final TenantNetworks networks;
    private final Nics nics;
    private final VfSteps steps;
    private final TransactionTemplate transaction;
    private final Clock clock;

    AdoptSaga(
            VirtualFunctions vfs,
            FunctionSlots slots,
            Addresses addresses,
            TenantNetworks networks,
            Nics nics,
            VfSteps steps,
            TransactionTemplate transaction,
            Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.addresses = addresses;
        this.networks = networks;
        this.nics = nics;
        this.steps = steps;
        this.transaction = transaction;
        this.clock = clock;
    }

    @Bean
    Saga adopt() {
        return Saga.undoable(
                OperationKind.ADOPT,
                List.of(
                        SagaStep.of("request", operation -> StepOutcome.DONE, steps::remove),
                        SagaStep.of("reserve quota", steps::reserve, steps::giveBack),
                        SagaStep.of("take over", this::takeOver, this::leaveAlone),
                        SagaStep.withoutUndo("program", steps::awaitApplied),
                        SagaStep.withoutUndo("commit quota", steps::commit),
                        SagaStep.withoutUndo("activate", steps::activate)));
    }

    private StepOutcome takeOver(Operation operation) {
        Optional<VirtualFunction> vf = vfs.find(operation.vfUid());
        if (vf.isEmpty()) {
            return new StepOutcome.Refused(VfSteps.gone(operation));
        }
        if (vf.get().status().placement() != null) {
            return StepOutcome.DONE;
        }
        return transaction.execute(status -> {
            StepOutcome outcome = takeOver(vf.get());
            if (outcome instanceof StepOutcome.Refused) {
                status.setRollbackOnly();
            }
            return outcome;
        });
    }

    private StepOutcome takeOver(VirtualFunction vf) {
        Optional<FunctionSlot> slot = slots.found(vf.uid());
        Optional<Nic> nic = slot.flatMap(at -> nics.find(at.nic()));
        Optional<FunctionReport> report =
                slot.flatMap(at -> slots.reportSince(at.nic(), at.pf(), at.index(), Instant.EPOCH));
        FunctionSpec spec = report.map(FunctionReport::spec).orElse(null);
        if (slot.isEmpty() || nic.isEmpty() || report.isEmpty() || spec == null) {
            return refused("No NIC reports the function " + vf.uid() + " any more.");
        }
        OptionalLong epoch = slots.adopt(vf.uid(), report.get().epochFloor());
        if (epoch.isEmpty()) {
            return refused("No NIC reports the function " + vf.uid() + " any more.");
        }
        if (!addresses.claim(spec.address(), vf.uid())) {
            return refused("The function has the address " + spec.address() + ", which is another one's: release it.");
        }
        if (!networks.claim(vf.tenant(), spec.vni())) {
            return refused("The function is in VNI " + spec.vni() + ", which is not the network of tenant "
                    + vf.tenant() + ": release it.");
        }
        Placement at = new Placement(
                slot.get().nic(),
                nic.get().host(),
                slot.get().pf(),
                slot.get().index(),
                spec.address(),
                spec.vni(),
                nic.get().bootId(),
                epoch.getAsLong());
        vfs.update(vf.uid(), found -> found.placed(at, clock.instant()).configuring(clock.instant()));
        return StepOutcome.DONE;
    }

    private StepOutcome leaveAlone(Operation operation) {
        Optional<VirtualFunction> vf =
                vfs.find(operation.vfUid()).filter(found -> found.status().placement() != null);
        vf.ifPresent(found -> transaction.executeWithoutResult(status -> {
            slots.abandon(found.uid(), "holds VF " + found.uid() + ", whose adoption was undone");
            vfs.update(found.uid(), now -> now.status().placement() == null ? now : now.leftAlone(clock.instant()));
        }));
        return StepOutcome.DONE;
    }

    private static StepOutcome refused(String detail) {
        return new StepOutcome.Refused(new Problem(ProblemType.FAILED_PRECONDITION, detail));
    }
}
