package io.verbena.sriov.reconcile;

import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.NicRegistered;
import io.verbena.sriov.device.Nics;
import io.verbena.sriov.overlay.Segments;
import io.verbena.sriov.vf.model.VfChanged;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Runs the reconciler: a thread for each approved NIC, so that a silent one keeps nobody waiting, on every signal and at
 * least once in a period. Signals only say when to look; a lost one costs a period.
 */
@Component
class ReconcileLoop implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(ReconcileLoop.class);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    private final Nics nics;
    private final Segments segments;
    private final VfReconciler reconciler;
    private final Duration period;
    private final Map<String, NicLoop> loops = new ConcurrentHashMap<>();
    private volatile @Nullable NicLoop discovery;
    private volatile @Nullable NicLoop segmentsLoop;

    ReconcileLoop(Nics nics, Segments segments, VfReconciler reconciler, SriovProperties properties) {
        this.nics = nics;
        this.segments = segments;
        this.reconciler = reconciler;
        this.period = properties.reconcilePeriod();
    }

    @Override
    public void start() {
        discovery = new NicLoop("reconcile-discovery", () -> {
            for (Nic nic : nics.all()) {
                if (nic.approved()) {
                    loops.computeIfAbsent(nic.name(), this::begin);
                }
            }
            return period;
        });
        segmentsLoop = new NicLoop("reconcile-segments", this::raiseSegments);
    }

    /** Raises the versions of segments that have changed, and has their NICs looked at, which tells them. */
    private Duration raiseSegments() {
        for (int vni : segments.changed()) {
            segments.current(vni);
            segments.nicsIn(vni).forEach(this::wake);
        }
        return period;
    }

    private void wake(String nic) {
        NicLoop loop = loops.get(nic);
        if (loop != null) {
            loop.wake();
        }
    }

    private NicLoop begin(String nic) {
        return new NicLoop("reconcile-" + nic, () -> reconciler.pauseAfter(reconciler.reconcile(nic), nic, period));
    }

    @Override
    public void stop() {
        NicLoop running = discovery;
        discovery = null;
        if (running != null) {
            running.stop();
        }
        NicLoop raising = segmentsLoop;
        segmentsLoop = null;
        if (raising != null) {
            raising.stop();
        }
        loops.values().forEach(NicLoop::stop);
        loops.clear();
    }

    @Override
    public boolean isRunning() {
        return discovery != null;
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void onVf(VfChanged changed) {
        if (changed.nic() != null) {
            wake(changed.nic());
        }
        wakeSegments();
    }

    /** A VF that came, moved or went, or a NIC that has another tunnel endpoint. */
    private void wakeSegments() {
        NicLoop raising = segmentsLoop;
        if (raising != null) {
            raising.wake();
        }
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void onNic(NicRegistered registered) {
        wakeSegments();
        NicLoop loop = loops.get(registered.nic());
        NicLoop finder = discovery;
        if (loop != null) {
            loop.wake();
        } else if (finder != null) {
            finder.wake();
        }
    }

    /** One run of a loop; says after which pause the next is due. */
    @FunctionalInterface
    private interface Turn {
        Duration run();
    }

    /** A virtual thread that runs until it is stopped. */
    private final class NicLoop {
        private final String name;
        private final Turn turn;
        private final Semaphore signal = new Semaphore(0);
        private final Thread thread;
        private volatile boolean stopping;

        NicLoop(String name, Turn turn) {
            this.name = name;
            this.turn = turn;
            this.thread = Thread.ofVirtual().name(name).start(this::loop);
        }

        void wake() {
            signal.release();
        }

        void stop() {
            stopping = true;
            wake();
            try {
                if (!thread.join(STOP_WITHIN)) {
                    thread.interrupt();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void loop() {
            while (!stopping) {
                Duration pause = period;
                try {
                    pause = turn.run();
                } catch (RuntimeException e) {
                    log.warn("{} broke off, next in {}", name, pause, e);
                }
                try {
                    if (signal.tryAcquire(pause.toNanos(), TimeUnit.NANOSECONDS)) {
                        signal.drainPermits();
                    }
                } catch (InterruptedException stopped) {
                    return;
                }
            }
        }
    }
}
