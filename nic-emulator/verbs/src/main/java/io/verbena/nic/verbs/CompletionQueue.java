package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.admin.AdminCommand;
import org.jspecify.annotations.Nullable;

/** A completion queue ({@code ibv_cq}). Polling reads shared memory and asks the NIC nothing. */
public final class CompletionQueue implements AutoCloseable {
    private final Context context;
    private final int handle;
    private final CompletionRing ring;
    private final Object lock = new Object();
    private int consumer;

    CompletionQueue(Context context, int handle, CompletionRing ring) {
        this.context = context;
        this.handle = handle;
        this.ring = ring;
    }

    /**
     * Takes completions in order.
     *
     * @param completions filled from the start; empty places get a new object
     * @return how many were taken
     */
    public int poll(@Nullable WorkCompletion[] completions) {
        synchronized (lock) {
            int taken = 0;
            while (taken < completions.length) {
                WorkCompletion completion = completions[taken];
                if (completion == null) {
                    completion = new WorkCompletion();
                    completions[taken] = completion;
                }
                if (!ring.read(consumer, completion.cqe())) {
                    break;
                }
                consumer++;
                taken++;
            }
            if (taken > 0) {
                ring.publishConsumer(consumer);
            }
            return taken;
        }
    }

    /** Entries, as granted. */
    public int cqe() {
        return ring.entries();
    }

    int handle() {
        return handle;
    }

    @Override
    public void close() {
        context.run("destroy_cq", new AdminCommand.DestroyCq(context.id(), handle));
    }
}
