package io.verbena.sriov.reconcile;

import io.verbena.sriov.SriovProperties;
import io.verbena.sriov.device.Nic;
import io.verbena.sriov.device.NicRegistered;
import io.verbena.sriov.device.Nics;
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
    private final VfReconciler reconciler;
    private final Duration period;
    private final Map<String, NicLoop> loops = new ConcurrentHashMap<>();
    private volatile @Nullable NicLoop discovery;

    ReconcileLoop(Nics nics, VfReconciler reconciler, SriovProperties properties) {
        this.nics = nics;
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
            NicLoop loop = loops.get(changed.nic());
            if (loop != null) {
                loop.wake();
            }
        }
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void onNic(NicRegistered registered) {
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
