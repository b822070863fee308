package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.ConfigureFunction;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.FunctionState;
import io.verbena.contracts.nic.FunctionTuple;
import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VirtualFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Compares rows with a read-back. Pure: no clock, no retries; what is found is decided, whoever carries it out. */
final class SlotPlanner {
    /** For commands that bring no spec of ours. */
    private static final String OF_NO_SPEC = "0".repeat(64);

    private SlotPlanner() {}

    /** One finding for each VF on this NIC, and one for each slot of nobody's that is not as it should be. */
    static List<Finding> plan(NicReport report, List<FunctionSlot> slots, List<VirtualFunction> vfs) {
        List<Finding> findings = new ArrayList<>();
        for (VirtualFunction vf : vfs) {
            Placement at = vf.status().place();
            Optional<FunctionReport> function = function(report, at.pf(), at.index());
            if (!at.bootId().equals(report.bootId())) {
                findings.add(new Finding.Rebooted(vf));
            } else if (vf.status().state().leaving()) {
                findings.add(leaving(vf, report.bootId(), function.orElse(null), slot(slots, at)));
            } else if (vf.status().state().wanted()) {
                findings.add(function.map(f -> wanted(vf, f)).orElseGet(() -> new Finding.Missing(vf)));
            }
        }
        for (FunctionSlot slot : slots) {
            if (slot.vfUid() == null) {
                function(report, slot.pf(), slot.index())
                        .flatMap(f -> unassigned(slot, f, report.bootId()))
                        .ifPresent(findings::add);
            }
        }
        return findings;
    }

    private static Finding wanted(VirtualFunction vf, FunctionReport function) {
        FunctionTuple tuple = vf.tuple();
        boolean inForce = function.state() == FunctionState.ACTIVE
                && tuple.vfUid().equals(function.vfUid())
                && tuple.epoch() == function.epochFloor()
                && tuple.generation() == function.appliedGeneration()
                && tuple.digest().equals(function.digest())
                && vf.functionSpec().equals(function.spec());
        if (inForce) {
            return new Finding.InForce(vf, tuple);
        }
        boolean drift = vf.status().appliedGeneration() == vf.generation();
        return new Finding.Program(vf, new ConfigureFunction(tuple, vf.functionSpec()), drift);
    }

    private static Finding leaving(
            VirtualFunction vf, UUID bootId, @Nullable FunctionReport function, @Nullable FunctionSlot slot) {
        if (function == null
                || slot == null
                || provedClean(function, vf.status().place().epoch(), slot.baseline(), bootId)) {
            return new Finding.Clean(vf);
        }
        return new Finding.Clear(vf, vf.tuple(), function.state() == FunctionState.DIRTY);
    }

    /**
     * Nobody in it, nothing left of it, nothing sent for it before can come through any more, and its keys and seeds were
     * drawn anew since it was last seen in force in this boot.
     */
    private static boolean provedClean(
            FunctionReport function, long epoch, FunctionSlot.@Nullable Baseline baseline, UUID bootId) {
        boolean rotated = baseline == null
                || !baseline.bootId().equals(bootId)
                || function.seedRotations() > baseline.seedRotations();
        return function.state() == FunctionState.FREE
                && function.vfUid() == null
                && function.contexts() == 0
                && function.used().values().stream().allMatch(amount -> amount == 0)
                && function.epochFloor() >= epoch
                && rotated;
    }

    private static Optional<Finding> unassigned(FunctionSlot slot, FunctionReport function, UUID bootId) {
        boolean empty = function.state() == FunctionState.FREE && function.vfUid() == null;
        if (!empty && slot.state() == FunctionSlot.State.FREE) {
            return Optional.of(new Finding.Foreign(function));
        }
        UUID holder = function.vfUid();
        if (holder != null && slot.evicting()) {
            return Optional.of(new Finding.Evict(new FunctionTuple(
                    bootId,
                    slot.pf(),
                    slot.index(),
                    holder,
                    Math.max(slot.epoch(), function.epochFloor()),
                    function.appliedGeneration() + 1,
                    OF_NO_SPEC)));
        }
        if (empty && slot.state() == FunctionSlot.State.QUARANTINED) {
            return Optional.of(new Finding.Vacated(slot.pf(), slot.index()));
        }
        return Optional.empty();
    }

    private static Optional<FunctionReport> function(NicReport report, int pf, int index) {
        return report.functions().stream()
                .filter(f -> f.pf() == pf && f.index() == index)
                .findFirst();
    }

    private static @Nullable FunctionSlot slot(List<FunctionSlot> slots, Placement at) {
        return slots.stream()
                .filter(s -> s.pf() == at.pf() && s.index() == at.index())
                .findFirst()
                .orElse(null);
    }
}
