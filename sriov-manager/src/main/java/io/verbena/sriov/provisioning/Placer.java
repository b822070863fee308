package io.verbena.sriov.provisioning;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.Problem;
import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.NicCandidates;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.vf.model.Addresses;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.TenantNetworks;
import io.verbena.sriov.vf.model.VfPlanner;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Carries a plan out: slot, epoch, address, VNI and state in one transaction. */
@Component
class Placer {
    private static final Duration LOST_A_RACE = Duration.ofMillis(50);

    private static final Duration LISTENING = Duration.ofMillis(500);

    private final Nics nics;
    private final NicCandidates candidates;
    private final FunctionSlots slots;
    private final Addresses addresses;
    private final TenantNetworks networks;
    private final VirtualFunctions vfs;
    private final TransactionTemplate transaction;
    private final Clock clock;
    private final Instant listensUntil;

    Placer(
            Nics nics,
            NicCandidates candidates,
            FunctionSlots slots,
            Addresses addresses,
            TenantNetworks networks,
            VirtualFunctions vfs,
            TransactionTemplate transaction,
            SriovProperties properties,
            Clock clock) {
        this.nics = nics;
        this.candidates = candidates;
        this.slots = slots;
        this.addresses = addresses;
        this.networks = networks;
        this.vfs = vfs;
        this.transaction = transaction;
        this.clock = clock;
        // While no manager ran none could hear a NIC: after a start they are given time to come back.
        this.listensUntil = clock.instant().plus(properties.nic().silentAfter().multipliedBy(2));
    }

    StepOutcome place(VirtualFunction vf) {
        if (vf.status().placement() != null) {
            return StepOutcome.DONE;
        }
        return switch (VfPlanner.plan(wish(vf), candidates.all())) {
            case VfPlanner.Plan.Placed placed ->
                transaction.execute(status -> {
                    StepOutcome outcome = claim(vf, placed.nic());
                    if (!(outcome instanceof StepOutcome.Done)) {
                        status.setRollbackOnly();
                    }
                    return outcome;
                });
            case VfPlanner.Plan.NoCapacity(List<VfPlanner.Rejection> rejections) -> refused(rejections);
        };
    }

    private StepOutcome refused(List<VfPlanner.Rejection> rejections) {
        boolean somebodySilent =
                rejections.stream().anyMatch(rejection -> rejection.reason().equals(VfPlanner.NIC_SILENT));
        if (somebodySilent && clock.instant().isBefore(listensUntil)) {
            return new StepOutcome.Waiting(LISTENING, "NICs to be heard of after this manager's start");
        }
        String reasons = rejections.stream()
                .map(rejection -> rejection.nic() + ": " + rejection.detail())
                .collect(Collectors.joining("; "));
        String detail = rejections.isEmpty() ? "No NIC has registered." : "No NIC can take it: " + reasons + ".";
        return new StepOutcome.Refused(new Problem(ProblemType.CAPACITY_EXHAUSTED, detail, Map.of("nics", rejections)));
    }

    private VfPlanner.Wish wish(VirtualFunction vf) {
        Map<String, String> apartFrom = vf.spec().placement().apartFrom();
        Set<String> avoid = apartFrom.isEmpty() ? Set.of() : vfs.hostsWith(vf.tenant(), apartFrom, vf.uid());
        return new VfPlanner.Wish(vf.spec(), avoid);
    }

    /** Plans for the one NIC again, with its row locked: what others have placed there meanwhile counts. */
    private StepOutcome claim(VirtualFunction vf, String name) {
        nics.lock(name);
        Nic nic = nics.find(name).orElseThrow(() -> new IllegalStateException("NIC " + name + " is locked and gone"));
        if (!(VfPlanner.plan(wish(vf), List.of(candidates.of(nic))) instanceof VfPlanner.Plan.Placed placed)) {
            return lostARace(name);
        }
        OptionalLong epoch = slots.claim(placed.nic(), placed.pf(), placed.index(), vf.uid());
        if (epoch.isEmpty()) {
            return lostARace(name);
        }
        Optional<String> address = addresses.assign(vf.uid());
        if (address.isEmpty()) {
            return new StepOutcome.Refused(new Problem(
                    ProblemType.CAPACITY_EXHAUSTED, "The address pool is used up.", Map.of("nics", List.of())));
        }
        OptionalInt vni = networks.assign(vf.tenant());
        if (vni.isEmpty()) {
            return new StepOutcome.Refused(
                    new Problem(ProblemType.CAPACITY_EXHAUSTED, "All VNIs are in use.", Map.of("nics", List.of())));
        }
        // The tenant's network is locked now: of two VFs that are to be apart, the second one sees the first.
        if (wish(vf).avoidHosts().contains(placed.host())) {
            return lostARace(name);
        }
        Placement at = new Placement(
                placed.nic(),
                placed.host(),
                placed.pf(),
                placed.index(),
                address.get(),
                vni.getAsInt(),
                nic.bootId(),
                epoch.getAsLong());
        vfs.update(vf.uid(), found -> found.placed(at, clock.instant()));
        return StepOutcome.DONE;
    }

    private static StepOutcome lostARace(String nic) {
        return new StepOutcome.Waiting(LOST_A_RACE, "another function, as somebody was faster on " + nic);
    }
}
