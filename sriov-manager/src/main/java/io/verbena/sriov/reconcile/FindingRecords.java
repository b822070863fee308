package io.verbena.sriov.reconcile;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.nic.FunctionReport;
import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.vf.model.Fault;
import io.verbena.sriov.vf.model.FunctionSlot;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Writes findings down. Each write says for which boot, epoch and state it holds, and changes nothing else. */
@Component
class FindingRecords {
    private static final Logger log = LoggerFactory.getLogger(FindingRecords.class);

    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final TransactionTemplate transaction;
    private final Clock clock;

    FindingRecords(VirtualFunctions vfs, FunctionSlots slots, TransactionTemplate transaction, Clock clock) {
        this.vfs = vfs;
        this.slots = slots;
        this.transaction = transaction;
        this.clock = clock;
    }

    /** Gives each VF that was planned for another boot a new epoch in this one. */
    void rebooted(List<Finding> findings, NicReport report) {
        for (Finding finding : findings) {
            if (finding instanceof Finding.Rebooted(VirtualFunction vf)) {
                log.info(
                        "NIC {} came up as boot {}; VF {} is programmed anew", report.nic(), report.bootId(), vf.uid());
                transaction.executeWithoutResult(status -> slots.drawEpoch(vf.uid(), 0)
                        .ifPresent(epoch -> vfs.update(
                                vf.uid(),
                                now -> sameIntent(now, vf)
                                        ? now.rebooted(report.bootId(), epoch, clock.instant())
                                        : now)));
            }
        }
    }

    /** Nothing could be learnt of this NIC. */
    void silent(String nic, String detail) {
        Fault fault = new Fault(ProblemType.DEVICE_UNAVAILABLE, "NicUnreachable", detail, false);
        Instant now = clock.instant();
        for (VirtualFunction vf : vfs.on(nic)) {
            if (vf.status().retries().due(now)) {
                log.warn("VF {} of {}: {}", vf.uid(), nic, detail);
                vfs.update(vf.uid(), found -> sameIntent(found, vf) ? found.failedAttempt(fault, now) : found);
            }
        }
    }

    /** Writes down what the last read-back of a run showed, and how the commands before it went. */
    void record(List<Finding> findings, NicReport report, Map<UUID, Programmer.Sent> sent, Instant askedAt) {
        observe(report, askedAt);
        for (Finding finding : findings) {
            switch (finding) {
                case Finding.InForce inForce -> confirm(inForce);
                case Finding.Clean(VirtualFunction vf) -> free(vf);
                case Finding.Program(VirtualFunction vf, var _, var _) ->
                    failed(vf, sent, "differs from what was sent");
                case Finding.Clear clear -> notCleared(clear, sent, report);
                case Finding.Missing(VirtualFunction vf) -> missing(vf, report);
                case Finding.Foreign(FunctionReport function) -> foreign(report.nic(), function);
                case Finding.Vacated(int pf, int index) -> slots.unquarantine(report.nic(), pf, index);
                // Still there; the next run tries again.
                case Finding.Evict _ -> {}
                // It came up between two reads of one run: the next run begins with that.
                case Finding.Rebooted _ -> {}
            }
        }
    }

    private void observe(NicReport report, Instant askedAt) {
        Map<Integer, UUID> holders = new HashMap<>();
        for (FunctionSlot slot : slots.on(report.nic())) {
            if (slot.vfUid() != null) {
                holders.put(slot.index(), slot.vfUid());
            }
        }
        for (FunctionReport function : report.functions()) {
            UUID holder = holders.get(function.index());
            boolean held = holder != null && holder.equals(function.vfUid());
            slots.observed(report.nic(), report.bootId(), function, held, askedAt);
        }
    }

    private void confirm(Finding.InForce inForce) {
        vfs.update(inForce.vf().uid(), vf -> vf.confirmed(inForce.tuple(), clock.instant()));
    }

    private void free(VirtualFunction vf) {
        transaction.executeWithoutResult(status -> {
            // The slot's lock first, as everywhere. If the VF has moved on since it was read, nothing of this stays.
            slots.free(vf.uid());
            vfs.update(vf.uid(), now -> sameIntent(now, vf) ? now.released(clock.instant()) : now)
                    .filter(now -> now.status().state() == VfState.RELEASED)
                    .ifPresentOrElse(now -> {}, status::setRollbackOnly);
        });
    }

    private void failed(VirtualFunction vf, Map<UUID, Programmer.Sent> sent, String silentFailure) {
        Programmer.Sent command = sent.get(vf.uid());
        if (command == null) {
            return;
        }
        String nic = vf.status().place().nic();
        Fault fault = command.fault() != null
                ? command.fault()
                : new Fault(ProblemType.DEVICE_UNAVAILABLE, "ReadBackDiffers", nic + " " + silentFailure, false);
        vfs.update(vf.uid(), now -> sameIntent(now, vf) ? now.failedAttempt(fault, clock.instant()) : now);
    }

    private void notCleared(Finding.Clear clear, Map<UUID, Programmer.Sent> sent, NicReport report) {
        VirtualFunction vf = clear.vf();
        if (!clear.dirty()) {
            failed(vf, sent, "still holds something");
            return;
        }
        if (!sent.containsKey(vf.uid())) {
            return;
        }
        Placement at = vf.status().place();
        Fault fault = new Fault(
                ProblemType.FAILED_PRECONDITION,
                "ResetDirty",
                at.nic() + " reset function " + at.index() + " and found something left in it: " + leftIn(at, report),
                false);
        log.error("VF {}: {}", vf.uid(), fault.detail());
        transaction.executeWithoutResult(status -> {
            slots.quarantine(at.nic(), at.pf(), at.index(), vf.uid(), fault.detail());
            vfs.update(vf.uid(), now -> sameIntent(now, vf) ? now.quarantined(fault, clock.instant()) : now);
        });
    }

    private static String leftIn(Placement at, NicReport report) {
        return report.functions().stream()
                .filter(function -> function.pf() == at.pf() && function.index() == at.index())
                .findFirst()
                .map(function -> Stream.concat(
                                Stream.of("contexts " + function.contexts()),
                                new TreeMap<>(function.used())
                                        .entrySet().stream()
                                                .filter(used -> used.getValue() > 0)
                                                .map(used -> used.getKey() + " " + used.getValue()))
                        .collect(Collectors.joining(", ")))
                .orElse("nothing that it names");
    }

    private void missing(VirtualFunction vf, NicReport report) {
        if (vf.status().state() == VfState.FAILED && !vf.status().retries().due(clock.instant())) {
            return;
        }
        Fault fault = new Fault(
                ProblemType.INDEX_OUT_OF_RANGE,
                "IndexOutOfRange",
                report.nic() + " has no function " + vf.status().place().index() + ", only "
                        + report.capability().functionCount(),
                true);
        vfs.update(vf.uid(), now -> sameIntent(now, vf) ? now.failedAttempt(fault, clock.instant()) : now);
    }

    private void foreign(String nic, FunctionReport function) {
        String reason = "holds VF " + function.vfUid() + ", which is not one of ours";
        log.error("NIC {}, function {}: {}; it is left alone", nic, function.index(), reason);
        slots.quarantine(nic, function.pf(), function.index(), null, reason);
    }

    /** Whether a VF is still under the intent that a finding was made for. */
    private static boolean sameIntent(VirtualFunction now, VirtualFunction seen) {
        return seen.status().place().equals(now.status().placement())
                && now.generation() == seen.generation()
                && now.status().state().leaving() == seen.status().state().leaving();
    }
}
