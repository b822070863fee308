package io.verbena.sriov.operations;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/** Waits for an operation's end: woken by this replica, else looking at the row twice a second. */
@Component
class OperationWait {
    /** Another replica may have ended it, and does not say so here. */
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Operations operations;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition someFinished = lock.newCondition();

    OperationWait(Operations operations) {
        this.operations = operations;
    }

    /** The operation once it is done, or as it is when {@code limit} has passed; empty when there is none. */
    Optional<Operation> await(UUID id, Duration limit) throws InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        lock.lock();
        try {
            while (true) {
                // Read under the lock: an end after this read signals a condition that is already waited for.
                Optional<Operation> found = operations.find(id);
                long left = deadline - System.nanoTime();
                if (left <= 0 || found.map(Operation::done).orElse(true)) {
                    return found;
                }
                someFinished.await(Math.min(left, LOOK.toNanos()), TimeUnit.NANOSECONDS);
            }
        } finally {
            lock.unlock();
        }
    }

    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMMIT, fallbackExecution = true)
    void onFinished(OperationFinished finished) {
        lock.lock();
        try {
            someFinished.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
