package io.verbena.bench;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.WorkCompletion;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** RDMA WRITEs as fast as they complete, by one thread that drives the NIC between polls. */
final class WriteLoad {
    /** Small writes are posted so many at a doorbell, of which the last makes a completion. */
    private static final int BATCH = 16;

    private static final int SMALL_BYTES = 4096;
    private static final long DRAIN_LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final Context context;
    private final CompletionQueue queue;
    private final MemoryRegion source;
    private final long remoteAddr;
    private final int rkey;
    private final WorkCompletion[] completions = new WorkCompletion[64];

    /** What completed in a time. */
    record Completed(long messages, long ns) {}

    WriteLoad(Context context, CompletionQueue queue, MemoryRegion source, long remoteAddr, int rkey) {
        this.context = context;
        this.queue = queue;
        this.source = source;
        this.remoteAddr = remoteAddr;
        this.rkey = rkey;
    }

    /**
     * Runs a window and then waits until nothing is outstanding.
     *
     * @param outstanding writes at a time on each queue pair
     */
    Completed run(List<QueuePair> queuePairs, int bytes, int outstanding, long windowNs) {
        int batch = bytes <= SMALL_BYTES ? Math.min(BATCH, outstanding) : 1;
        SendWr first = request(0, bytes, batch == 1);
        SendWr[] more = new SendWr[batch - 1];
        for (int i = 0; i < more.length; i++) {
            more[i] = request(i + 1, bytes, i == more.length - 1);
        }
        int[] inFlight = new int[queuePairs.size()];
        int allInFlight = 0;
        long messages = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < windowNs) {
            for (int i = 0; i < inFlight.length; i++) {
                while (inFlight[i] + batch <= outstanding) {
                    first.wrId(i);
                    if (more.length > 0) {
                        more[more.length - 1].wrId(i);
                    }
                    queuePairs.get(i).postSend(first, more);
                    inFlight[i] += batch;
                    allInFlight += batch;
                }
            }
            context.drive();
            int done = completed(inFlight, batch);
            messages += done;
            allInFlight -= done;
            now = System.nanoTime();
        }
        long ns = now - start;
        while (allInFlight > 0) {
            context.drive();
            allInFlight -= completed(inFlight, batch);
            if (System.nanoTime() - now > DRAIN_LIMIT_NS) {
                throw new IllegalStateException(allInFlight + " writes do not complete");
            }
        }
        return new Completed(messages, ns);
    }

    private SendWr request(int slot, int bytes, boolean signaled) {
        long offset = (long) slot * bytes;
        SendWr wr = new SendWr()
                .opcode(WrOpcode.RDMA_WRITE)
                .sge(source.addr() + offset, bytes, source.lkey())
                .remote(remoteAddr + offset, rkey);
        return signaled ? wr.signaled() : wr;
    }

    private int completed(int[] inFlight, int batch) {
        int polled = queue.poll(completions);
        for (int i = 0; i < polled; i++) {
            WorkCompletion completion = completions[i];
            if (completion.status() != WcStatus.SUCCESS) {
                throw new IllegalStateException("a write failed: " + completion);
            }
            inFlight[(int) completion.wrId()] -= batch;
        }
        return polled * batch;
    }
}
