package io.verbena.nic.device;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Commands on their way to the owner, from any thread, in order. A full queue refuses at once and counts it. */
final class CommandQueue {
    /** More than the control plane and the verbs programs of one host have in flight. */
    static final int CAPACITY = 1024;

    private final ConcurrentLinkedQueue<Pending> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong refused = new AtomicLong();

    /** A command whose caller waits. It runs or is given up, never both. */
    static final class Pending {
        private final AdminCommand command;
        private final CompletableFuture<AdminResult> answer = new CompletableFuture<>();
        private final AtomicBoolean decided = new AtomicBoolean();

        Pending(AdminCommand command) {
            this.command = command;
        }

        AdminCommand command() {
            return command;
        }

        CompletableFuture<AdminResult> answer() {
            return answer;
        }

        /** By the owner before it runs the command, or by the caller before it gives up: true for the first. */
        boolean decide() {
            return decided.compareAndSet(false, true);
        }
    }

    /** Queues a command; null when the queue is full. */
    @Nullable
    Pending offer(AdminCommand command) {
        if (waiting.incrementAndGet() > CAPACITY) {
            waiting.decrementAndGet();
            refused.incrementAndGet();
            return null;
        }
        Pending pending = new Pending(command);
        queue.add(pending);
        return pending;
    }

    /** The next command, or null; by the owner. Costs one read when there is none. */
    @Nullable
    Pending poll() {
        if (isEmpty()) {
            return null;
        }
        Pending next = queue.poll();
        if (next != null) {
            waiting.decrementAndGet();
        }
        return next;
    }

    boolean isEmpty() {
        return waiting.get() == 0;
    }

    long refusedCount() {
        return refused.get();
    }
}
