package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.nic.NicControl;
import io.verbena.sriov.nic.NicEndpoint;
import io.verbena.sriov.vf.model.FunctionSlots;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.springframework.stereotype.Component;

/**
 * Rows, plan, commands, full read-back, rows. Every run starts from nothing and may be cut off anywhere.
 *
 * <pre>
 * read the NIC -> number of slots -> note reboots -> plan -> command what is due -> read the NIC again -> plan again -> record -> tell it
 * who is where
 * </pre>
 */
@Component
class VfReconciler {
    /** Where something is open that waits for no back-off, such as a NIC that has not heard of its approval. */
    private static final Duration UNFINISHED = Duration.ofMillis(500);

    /** A back-off that ended while nothing could be sent must not make the loop spin. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(100);

    private final Nics nics;
    private final VirtualFunctions vfs;
    private final FunctionSlots slots;
    private final NicControl control;
    private final Programmer programmer;
    private final FindingRecords records;
    private final SegmentTeller teller;
    private final Resizer resizer;
    private final ReconcileMetrics metrics;
    private final Clock clock;

    VfReconciler(
            Nics nics,
            VirtualFunctions vfs,
            FunctionSlots slots,
            NicControl control,
            Programmer programmer,
            FindingRecords records,
            SegmentTeller teller,
            Resizer resizer,
            ReconcileMetrics metrics,
            Clock clock) {
        this.nics = nics;
        this.vfs = vfs;
        this.slots = slots;
        this.control = control;
        this.programmer = programmer;
        this.records = records;
        this.teller = teller;
        this.resizer = resizer;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** All NICs, once. */
    void run() {
        nics.all().stream().filter(Nic::approved).forEach(nic -> reconcile(nic.name()));
    }

    /** How long to wait after a run with this result: until a VF's back-off ends, at most {@code period}. */
    Duration pauseAfter(ReconcileMetrics.Result result, String nic, Duration period) {
        Instant now = clock.instant();
        Duration pause = vfs.on(nic).stream()
                .map(vf -> vf.status().retries().nextAttemptAt())
                .filter(Objects::nonNull)
                .min(Comparator.naturalOrder())
                .map(soonest -> Duration.between(now, soonest))
                .orElse(result == ReconcileMetrics.Result.INCOMPLETE ? UNFINISHED : period);
        Duration bounded = pause.compareTo(period) < 0 ? pause : period;
        return bounded.compareTo(LEAST_PAUSE) > 0 ? bounded : LEAST_PAUSE;
    }

    /** One NIC, once. */
    ReconcileMetrics.Result reconcile(String name) {
        Optional<Nic> nic = nics.find(name).filter(Nic::approved);
        if (nic.isEmpty()) {
            return ReconcileMetrics.Result.UNCHANGED;
        }
        long startNs = System.nanoTime();
        ReconcileMetrics.Result result = ReconcileMetrics.Result.ERROR;
        try {
            result = reconcile(nic.get());
        } finally {
            metrics.ran(result, Duration.ofNanos(System.nanoTime() - startNs));
        }
        return result;
    }

    private ReconcileMetrics.Result reconcile(Nic nic) {
        NicEndpoint endpoint = new NicEndpoint(nic.name(), nic.adminUrl());
        Optional<Seen> first = read(endpoint);
        if (first.isEmpty()) {
            return ReconcileMetrics.Result.SILENT;
        }
        if (!first.get().report().bootId().equals(nic.bootId())) {
            // Two boots of one NIC are about. The one that registered last counts; this one is older, or will register.
            return ReconcileMetrics.Result.INCOMPLETE;
        }
        if (first.get().report().approved()
                && resizer.resize(endpoint, nic, first.get().report())) {
            first = read(endpoint);
            if (first.isEmpty()) {
                return ReconcileMetrics.Result.SILENT;
            }
        }
        return reconcile(endpoint, first.get());
    }

    private ReconcileMetrics.Result reconcile(NicEndpoint endpoint, Seen first) {
        NicReport report = first.report();
        records.rebooted(plan(report), report);
        List<Finding> before = plan(report);
        Map<UUID, Programmer.Sent> sent = new HashMap<>();
        if (report.approved()) {
            for (Finding finding : before) {
                programmer.send(endpoint, finding, clock.instant()).ifPresent(s -> sent.put(s.vfUid(), s));
            }
        }
        // A NIC that does not know of its approval refuses everything; its next heartbeat tells it, and it is no fault.
        Optional<Seen> last = sent.isEmpty() ? Optional.of(first) : read(endpoint);
        if (last.isEmpty()) {
            return ReconcileMetrics.Result.SILENT;
        }
        NicReport now = last.get().report();
        List<Finding> after = sent.isEmpty() ? before : plan(now);
        records.record(after, now, sent, last.get().askedAt());
        boolean told = !now.approved() || teller.tell(endpoint, now);
        boolean done = told && after.stream().noneMatch(VfReconciler::open);
        if (!done) {
            return ReconcileMetrics.Result.INCOMPLETE;
        }
        return sent.isEmpty() ? ReconcileMetrics.Result.UNCHANGED : ReconcileMetrics.Result.CHANGED;
    }

    private List<Finding> plan(NicReport report) {
        return SlotPlanner.plan(report, slots.on(report.nic()), vfs.on(report.nic()));
    }

    /** A read-back, and when it was asked for. */
    private record Seen(NicReport report, Instant askedAt) {}

    private Optional<Seen> read(NicEndpoint nic) {
        Instant askedAt = clock.instant();
        return switch (control.read(nic)) {
            case NicControl.Reading.Read(NicReport report)
            when report.nic().equals(nic.name()) -> Optional.of(new Seen(report, askedAt));
            case NicControl.Reading.Read(NicReport report) -> {
                records.silent(nic.name(), "NIC " + report.nic() + " answers at " + nic.adminUrl());
                yield Optional.empty();
            }
            case NicControl.Reading.Silent(String detail) -> {
                records.silent(nic.name(), detail);
                yield Optional.empty();
            }
        };
    }

    private static boolean open(Finding finding) {
        return switch (finding) {
            case Finding.InForce _, Finding.Clean _, Finding.Foreign _, Finding.Vacated _ -> false;
            case Finding.Program _, Finding.Clear _, Finding.Rebooted _, Finding.Missing _, Finding.Evict _ -> true;
        };
    }
}
