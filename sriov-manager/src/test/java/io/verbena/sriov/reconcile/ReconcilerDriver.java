package io.verbena.sriov.reconcile;

import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.NicReport;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.vf.model.Placement;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Runs a manager's reconciler by hand, for tests of other packages. */
public final class ReconcilerDriver {
    private final ReconcileLoop loop;
    private final VfReconciler reconciler;
    private final FindingRecords records;
    private final VirtualFunctions vfs;

    public ReconcilerDriver(ControlPlane.Manager manager) {
        this.loop = manager.bean(ReconcileLoop.class);
        this.reconciler = manager.bean(VfReconciler.class);
        this.records = manager.bean(FindingRecords.class);
        this.vfs = manager.bean(VirtualFunctions.class);
    }

    public void stopLoop() {
        loop.stop();
    }

    public void startLoop() {
        loop.start();
    }

    /** Says of a leaving VF what no healthy NIC ever reports: that a reset left something behind. */
    public void findDirty(UUID vfUid) {
        VirtualFunction vf = vfs.find(vfUid).orElseThrow();
        Placement at = vf.status().place();
        NicReport report = new NicReport(
                at.nic(),
                at.host(),
                at.bootId(),
                true,
                new NicCapability(0, 4096, Map.of(), Map.of()),
                List.of(),
                Map.of());
        records.record(
                List.of(new Finding.Clear(vf, vf.tuple(), true)),
                report,
                Map.of(vfUid, new Programmer.Sent(vfUid, null)));
    }

    /** All NICs, once. */
    public void run() {
        reconciler.run();
    }
}
