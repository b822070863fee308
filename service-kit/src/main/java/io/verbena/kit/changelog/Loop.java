package io.verbena.kit.changelog;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Runs a step again and again on a thread of its own: at once while there is more, else when woken or after a pause. A
 * step that fails is tried again after a growing, bounded pause; the log has the first failure, one a minute after that,
 * and the recovery.
 */
public final class Loop implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(Loop.class);
    private static final Duration LONGEST_BACK_OFF = Duration.ofSeconds(5);
    private static final Duration LOG_EVERY = Duration.ofMinutes(1);
    private static final Duration GRACE = Duration.ofSeconds(1);
    private static final Duration STOP_WITHIN = Duration.ofSeconds(10);

    /** One round. */
    @FunctionalInterface
    public interface Step {
        /** @return whether there is more to do at once */
        boolean run() throws Exception;
    }

    private final String name;
    private final Duration pause;
    private final Step step;
    private final Semaphore wake = new Semaphore(0);
    private volatile @Nullable Thread thread;
    private volatile boolean stopping;

    /** @param name says in the log what could not be done, such as {@code relaying changes to host:9092} */
    public Loop(String name, Duration pause, Step step) {
        this.name = name;
        this.pause = pause;
        this.step = step;
    }

    /** Begins the next round now. */
    public void wake() {
        // One permit says it all; more would only make it spin.
        if (wake.availablePermits() == 0) {
            wake.release();
        }
    }

    @Override
    public void start() {
        stopping = false;
        thread = Thread.ofVirtual().name(name).start(this::runUntilStopped);
    }

    @Override
    public void stop() {
        stopping = true;
        wake();
        Thread running = thread;
        thread = null;
        if (running != null) {
            try {
                // A round that waits for a broker or a database that is away need not come to its end.
                if (!running.join(GRACE)) {
                    running.interrupt();
                    running.join(STOP_WITHIN);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    private void runUntilStopped() {
        int failures = 0;
        long loggedNs = 0;
        while (!stopping) {
            Duration rest = pause;
            try {
                boolean more = step.run();
                if (failures > 0) {
                    log.info("{}: works again after {} failures", name, failures);
                    failures = 0;
                }
                if (more) {
                    continue;
                }
            } catch (InterruptedException e) {
                return;
            } catch (Exception e) {
                long nowNs = System.nanoTime();
                if (failures++ == 0 || nowNs - loggedNs > LOG_EVERY.toNanos()) {
                    log.warn("{} failed, trying on: {}", name, reasonOf(e));
                    loggedNs = nowNs;
                }
                rest = backOff(failures);
            }
            try {
                if (wake.tryAcquire(rest.toNanos(), TimeUnit.NANOSECONDS)) {
                    wake.drainPermits();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static Duration backOff(int failures) {
        Duration grown = Duration.ofMillis(100L << Math.min(failures, 10));
        return grown.compareTo(LONGEST_BACK_OFF) < 0 ? grown : LONGEST_BACK_OFF;
    }

    private static String reasonOf(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return root == e ? e.toString() : e + ", caused by " + root;
    }
}
