package io.verbena.sriov.reconcile;

import static org.assertj.core.api.Assertions.fail;

import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.nic.NicControl;
import io.verbena.sriov.nic.NicEndpoint;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Runs a manager's reconciler by hand, for tests of other packages. */
public final class ReconcilerDriver {
    private final ReconcileLoop loop;
    private final VfReconciler reconciler;
    private final FindingRecords records;
    private final NicControl control;
    private final Nics nics;

    public ReconcilerDriver(ControlPlane.Manager manager) {
        this.loop = manager.bean(ReconcileLoop.class);
        this.reconciler = manager.bean(VfReconciler.class);
        this.records = manager.bean(FindingRecords.class);
        this.control = manager.bean(NicControl.class);
        this.nics = manager.bean(Nics.class);
    }

    public void stopLoop() {
        loop.stop();
    }

    public void startLoop() {
        loop.start();
    }

    /** What a NIC says now. */
    public NicReport read(String name) {
        Nic nic = nics.find(name).orElseThrow();
        return control.read(new NicEndpoint(nic.name(), nic.adminUrl()))
                        instanceof NicControl.Reading.Read(NicReport read)
                ? read
                : fail(name + " is silent");
    }

    /** Writes down only what a NIC has said. */
    public void observe(NicReport report, Instant askedAt) {
        records.record(List.of(), report, Map.of(), askedAt);
    }

    /** All NICs, once. */
    public void run() {
        reconciler.run();
    }
}
