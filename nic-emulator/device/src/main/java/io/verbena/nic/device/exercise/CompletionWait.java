package io.verbena.nic.device.exercise;

import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.WorkCompletion;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Waits for completions as a polling program does: it drives the NIC. After a while it only looks now and then. */
final class CompletionWait {
    /** Longer than what a transfer takes that goes well; whoever waits longer shall not hold a core. */
    private static final long DRIVE_NS = 1_000_000_000;

    private static final long LOOK_NS = 1_000_000;

    private volatile boolean stopped;

    /** The next completion that is wanted, or null at the deadline, when closed or stopped; others are dropped. */
    @Nullable
    WorkCompletion next(
            Context context,
            CompletionQueue queue,
            BooleanSupplier closed,
            Predicate<WorkCompletion> wanted,
            long deadlineNs) {
        @Nullable WorkCompletion[] one = new WorkCompletion[1];
        long startNs = System.nanoTime();
        while (true) {
            if (queue.poll(one) == 1) {
                WorkCompletion completion = one[0];
                if (completion != null && wanted.test(completion)) {
                    return completion;
                }
                continue;
            }
            long nowNs = System.nanoTime();
            if (nowNs - deadlineNs > 0 || stopped || closed.getAsBoolean()) {
                return null;
            }
            if (nowNs - startNs < DRIVE_NS) {
                context.drive();
            } else {
                LockSupport.parkNanos(this, LOOK_NS);
            }
        }
    }

    /** Takes what is there. */
    void drain(CompletionQueue queue) {
        @Nullable WorkCompletion[] some = new WorkCompletion[8];
        while (queue.poll(some) > 0) {
            // Taken.
        }
    }

    /** Ends every wait, now and from now on. */
    void stop() {
        stopped = true;
    }
}
