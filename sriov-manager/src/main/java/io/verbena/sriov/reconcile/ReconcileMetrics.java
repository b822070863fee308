package io.verbena.sriov.reconcile;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.verbena.contracts.ProblemType;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.springframework.stereotype.Component;

/**
 * {@code vnic_reconcile_total}, {@code vnic_reconcile_duration_seconds}, {@code vnic_drift_detected_total}, {@code
 * vnic_fenced_requests_total}, {@code vnic_segment_pushes_total}. Every series stands from the start, at 0.
 */
@Component
class ReconcileMetrics {
    /** What a run came to. */
    enum Result {
        /** All was as wanted. */
        UNCHANGED,
        /** Commands were sent, and read-back agreed. */
        CHANGED,
        /** Something is not as wanted yet. */
        INCOMPLETE,
        /** The NIC did not answer. */
        SILENT,
        /** The run itself broke off. */
        ERROR
    }

    private static final String CONTROLLER = "vf";
    private static final Set<ProblemType> FENCES = EnumSet.of(
            ProblemType.WRONG_BOOT,
            ProblemType.WRONG_OWNER,
            ProblemType.STALE_EPOCH,
            ProblemType.STALE_GENERATION,
            ProblemType.GENERATION_CONFLICT);

    private final MeterRegistry registry;
    private final Timer duration;
    private final Counter drift;

    ReconcileMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.duration = Timer.builder("vnic.reconcile.duration")
                .description("How long comparing and programming one NIC took")
                .tag("controller", CONTROLLER)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofSeconds(10))
                .register(registry);
        this.drift = Counter.builder("vnic.drift.detected")
                .description("Functions that were in force and found changed")
                .register(registry);
        for (Result result : Result.values()) {
            runs(result);
        }
        FENCES.forEach(this::fences);
        tellings(true);
        tellings(false);
    }

    void ran(Result result, Duration took) {
        runs(result).increment();
        duration.record(took);
    }

    /** Who is where was told to a NIC, or it could not be. */
    void told(boolean success) {
        tellings(success).increment();
    }

    private Counter tellings(boolean success) {
        return Counter.builder("vnic.segment.pushes")
                .description("Segments told to NICs on an overlay")
                .tag("result", success ? "told" : "failed")
                .register(registry);
    }

    void drifted() {
        drift.increment();
    }

    /** Counts a refusal if it is one of the fence's. */
    void refused(ProblemType type) {
        if (FENCES.contains(type)) {
            fences(type).increment();
        }
    }

    private Counter runs(Result result) {
        return Counter.builder("vnic.reconcile")
                .description("Runs of a reconciler, one NIC each")
                .tag("controller", CONTROLLER)
                .tag("result", result.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Counter fences(ProblemType type) {
        return Counter.builder("vnic.fenced.requests")
                .description("Commands that a NIC refused as not current")
                .tag("kind", type.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }
}
