package io.verbena.nic.device.control;

import io.verbena.contracts.nic.OverlaySegment;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.SegmentMessages;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks sriov-manager who is where when the port has missed somebody. The port only leaves a note and goes on; this thread
 * asks for one network at a time, and for the same one the more rarely the less its answers bring.
 */
public final class SegmentInquiry implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SegmentInquiry.class);

    /** Retries of a connection last for half a second and more. */
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    /** Somebody sends to, or from, an address that is not there. */
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(2);

    private final String nic;
    private final Locations locations;
    private final ManagerClient manager;
    private final Semaphore noted = new Semaphore(0);
    /** Of the thread alone. */
    private final Map<Integer, Pace> paces = new HashMap<>();

    private final Thread thread;
    private volatile boolean stopping;

    /** When a network may be asked for again. */
    private static final class Pace {
        private long pauseNs = FIRST_PAUSE.toNanos();
        private long dueNs;

        private Pace(long nowNs) {
            dueNs = nowNs;
        }

        private void next(boolean broughtNews, long nowNs) {
            pauseNs = broughtNews ? FIRST_PAUSE.toNanos() : Math.min(2 * pauseNs, LONGEST_PAUSE.toNanos());
            dueNs = nowNs + pauseNs;
        }
    }

    private SegmentInquiry(String nic, Locations locations, ManagerClient manager) {
        this.nic = nic;
        this.locations = locations;
        this.manager = manager;
        this.thread = Thread.ofVirtual().name(nic + "-inquiry").unstarted(this::run);
    }

    /** Starts to listen to what is missing, in a thread of its own. */
    public static SegmentInquiry start(String nic, Locations locations, ManagerClient manager) {
        var started = new SegmentInquiry(nic, locations, manager);
        started.thread.start();
        locations.onWanted(started.noted::release);
        return started;
    }

    private void run() {
        long waitNs = Long.MAX_VALUE;
        while (!stopping) {
            try {
                if (noted.tryAcquire(waitNs, TimeUnit.NANOSECONDS)) {
                    noted.drainPermits();
                }
            } catch (InterruptedException e) {
                return;
            }
            waitNs = askDue();
        }
    }

    /** Gives the time until the next question is due, for ever when there is none. */
    private long askDue() {
        long soonestNs = Long.MAX_VALUE;
        for (int vni : locations.wanted()) {
            Pace pace = paces.computeIfAbsent(vni, fresh -> new Pace(System.nanoTime()));
            if (pace.dueNs - System.nanoTime() <= 0) {
                pace.next(ask(vni), System.nanoTime());
            } else {
                soonestNs = Math.min(soonestNs, pace.dueNs - System.nanoTime());
            }
        }
        return Math.max(soonestNs, 0);
    }

    /** Whether the answer was news. */
    private boolean ask(int vni) {
        locations.served(vni);
        try {
            OverlaySegment answer = manager.get("/api/v1/nics/" + nic + "/segments/" + vni, OverlaySegment.class);
            return locations.apply(SegmentMessages.segment(answer)) == Locations.Outcome.TAKEN;
        } catch (IOException | IllegalArgumentException e) {
            log.warn("{} does not learn who is where in VNI {}: {}", nic, vni, e.getMessage());
            return false;
        }
    }

    @Override
    public void close() {
        stopping = true;
        locations.onWanted(() -> {});
        thread.interrupt();
        try {
            thread.join(STOP_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
