package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.NicReport;
import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.sriov.nic.NicControl;
import io.verbena.sriov.nic.NicEndpoint;
import io.verbena.sriov.overlay.Segments;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Tells a NIC on an overlay what it does not know yet of the networks that its functions are in, by its own report. */
@Component
class SegmentTeller {
    private static final Logger log = LoggerFactory.getLogger(SegmentTeller.class);

    private final Segments segments;
    private final NicControl control;
    private final ReconcileMetrics metrics;

    SegmentTeller(Segments segments, NicControl control, ReconcileMetrics metrics) {
        this.segments = segments;
        this.control = control;
        this.metrics = metrics;
    }

    /** Whether the NIC knows all now. */
    boolean tell(NicEndpoint nic, NicReport report) {
        if (report.segments().isEmpty()) {
            return true;
        }
        boolean all = true;
        Map<Integer, Long> versions = segments.versions(report.segments().keySet());
        for (Map.Entry<Integer, Long> known : report.segments().entrySet()) {
            if (versions.getOrDefault(known.getKey(), 0L) > known.getValue()) {
                all &= segments.current(known.getKey())
                        .map(segment -> told(nic, segment))
                        .orElse(true);
            }
        }
        return all;
    }

    private boolean told(NicEndpoint nic, OverlaySegment segment) {
        Optional<String> failure = control.tell(nic, segment);
        metrics.told(failure.isEmpty());
        failure.ifPresent(detail -> log.warn(
                "{} was not told who is where in VNI {} (version {}): {}",
                nic.name(),
                segment.vni(),
                segment.version(),
                detail));
        return failure.isEmpty();
    }
}
