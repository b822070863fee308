package io.verbena.kit.watch;

import io.verbena.contracts.change.ChangeMessage;
import io.verbena.kit.changelog.ChangeLog;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;

/**
 * Reads the log once for all streams of this replica, and keeps the newest changes for them. It never waits for a stream:
 * one that falls out of what is kept reads the log itself. While no stream is open it asks the database nothing.
 */
final class ChangeHub implements SmartLifecycle {
    static final int WINDOW = 1024;
    static final int BATCH = 500;

    private final ChangeLog log;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition news = lock.newCondition();
    private final ArrayDeque<ChangeMessage> window = new ArrayDeque<>();
    private ChangeLog.@Nullable Head head;
    private int readers;
    private boolean started;
    private boolean stopping;

    ChangeHub(ChangeLog log) {
        this.log = log;
    }

    /** What a stream finds behind its place. */
    sealed interface Recent {
        /**
         * The next changes, in order and without a gap.
         *
         * @param waited whether the stream had everything when it asked
         */
        record News(List<ChangeMessage> changes, boolean waited) implements Recent {}

        /** There are changes that are no longer kept here. */
        record Behind(boolean waited) implements Recent {}

        /** It has all. */
        record Nothing() implements Recent {}

        /** The log is another one, or ends before that place. */
        record Elsewhere() implements Recent {}
    }

    /** A stream begins; it must {@link #leave}. */
    void join() {
        lock.lock();
        try {
            readers++;
        } finally {
            lock.unlock();
        }
    }

    void leave() {
        lock.lock();
        try {
            readers--;
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is something behind {@code place}, for so long at most, or until this replica stops. */
    Recent await(ResourceVersion place, Duration atMost) throws InterruptedException {
        long left = atMost.toNanos();
        boolean waited = false;
        lock.lock();
        try {
            while (true) {
                ChangeLog.Head now = head;
                if (now != null && !now.logId().equals(place.logId())) {
                    return new Recent.Elsewhere();
                }
                if (now != null && now.pos() > place.pos()) {
                    return behind(place.pos(), now, waited);
                }
                if (left <= 0 || stopping) {
                    // A hub that was a moment behind the client has caught up with it by now.
                    return left <= 0 && now != null && now.pos() < place.pos()
                            ? new Recent.Elsewhere()
                            : new Recent.Nothing();
                }
                left = news.awaitNanos(left);
                waited = true;
            }
        } finally {
            lock.unlock();
        }
    }

    private Recent behind(long pos, ChangeLog.Head now, boolean waited) {
        long known = pos - (now.pos() - window.size());
        return known < 0
                ? new Recent.Behind(waited)
                : new Recent.News(window.stream().skip(known).limit(BATCH).toList(), waited);
    }

    /**
     * Reads what is new, if anybody wants to know.
     *
     * @return whether there may be more
     */
    boolean read() {
        if (!wanted()) {
            return false;
        }
        ChangeLog.Head known = known();
        ChangeLog.Head now = log.head();
        if (known == null || !known.logId().equals(now.logId()) || now.pos() < known.pos()) {
            publish(now, null);
            return false;
        }
        if (now.pos() == known.pos()) {
            return false;
        }
        List<ChangeMessage> next = log.after(known.pos(), BATCH);
        if (next.isEmpty() || next.getFirst().pos() != known.pos() + 1) {
            publish(now, null);
            return false;
        }
        publish(new ChangeLog.Head(now.logId(), next.getLast().pos(), now.floor()), next);
        return next.size() == BATCH;
    }

    /** Whether anybody reads; if not, what was kept for them is forgotten. */
    private boolean wanted() {
        lock.lock();
        try {
            if (readers == 0) {
                head = null;
                window.clear();
            }
            return readers > 0;
        } finally {
            lock.unlock();
        }
    }

    private ChangeLog.@Nullable Head known() {
        lock.lock();
        try {
            return head;
        } finally {
            lock.unlock();
        }
    }

    /** @param next the changes up to {@code now}; null when what is kept does not lead there */
    private void publish(ChangeLog.Head now, @Nullable List<ChangeMessage> next) {
        lock.lock();
        try {
            if (next == null) {
                window.clear();
            } else {
                window.addAll(next);
                while (window.size() > WINDOW) {
                    window.removeFirst();
                }
            }
            head = now;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Whether streams are to end. */
    boolean stopping() {
        lock.lock();
        try {
            return stopping;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void start() {
        set(true);
    }

    /** Ends the streams, so that a server that waits for its requests does not wait for them. */
    @Override
    public void stop() {
        set(false);
    }

    @Override
    public boolean isRunning() {
        lock.lock();
        try {
            return started;
        } finally {
            lock.unlock();
        }
    }

    private void set(boolean running) {
        lock.lock();
        try {
            started = running;
            stopping = !running;
            news.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
