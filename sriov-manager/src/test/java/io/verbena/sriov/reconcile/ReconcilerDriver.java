package io.verbena.sriov.reconcile;

import io.verbena.sriov.ControlPlane;

/** Runs a manager's reconciler by hand, for tests of other packages. */
public final class ReconcilerDriver {
    private final ReconcileLoop loop;
    private final VfReconciler reconciler;

    public ReconcilerDriver(ControlPlane.Manager manager) {
        this.loop = manager.bean(ReconcileLoop.class);
        this.reconciler = manager.bean(VfReconciler.class);
    }

    public void stopLoop() {
        loop.stop();
    }

    public void startLoop() {
        loop.start();
    }

    /** All NICs, once. */
    public void run() {
        reconciler.run();
    }
}
