package io.verbena.nic.datapath.completion;

import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.abi.Cqe;
import io.verbena.nic.datapath.abi.WcFlags;
import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WcStatus;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** All completion queues of the NIC by number, and the writing of their entries. */
public final class CompletionWriter {
    private final Cqe cqe = new Cqe();
    private @Nullable CompletionQueue[] queues = new CompletionQueue[16];

    public CompletionQueue create(int function, CompletionRing ring) {
        int number = 1;
        while (number < queues.length && queues[number] != null) {
            number++;
        }
        if (number == queues.length) {
            queues = Arrays.copyOf(queues, 2 * number);
        }
        CompletionQueue queue = new CompletionQueue(number, function, ring);
        queues[number] = queue;
        return queue;
    }

    public void destroy(CompletionQueue queue) {
        queues[queue.number()] = null;
    }

    /** Completion queues of a function, counted anew. */
    public int count(int function) {
        int count = 0;
        for (CompletionQueue queue : queues) {
            if (queue != null && queue.function() == function) {
                count++;
            }
        }
        return count;
    }

    public @Nullable CompletionQueue find(int number) {
        return number > 0 && number < queues.length ? queues[number] : null;
    }

    /** @return false when the queue overran, now or before */
    public boolean write(int number, int qpNum, long wrId, WcStatus status, WcOpcode opcode, int byteLen) {
        cqe.immediate = 0;
        cqe.flags = 0;
        return push(number, qpNum, wrId, status, opcode, byteLen);
    }

    /** As {@link #write}, with immediate data. */
    public boolean writeImmediate(int number, int qpNum, long wrId, WcOpcode opcode, int byteLen, int immediate) {
        cqe.immediate = immediate;
        cqe.flags = WcFlags.WITH_IMM;
        return push(number, qpNum, wrId, WcStatus.SUCCESS, opcode, byteLen);
    }

    private boolean push(int number, int qpNum, long wrId, WcStatus status, WcOpcode opcode, int byteLen) {
        cqe.wrId = wrId;
        cqe.byteLen = byteLen;
        cqe.qpNum = qpNum;
        cqe.opcode = opcode.code();
        cqe.status = status.code();
        CompletionQueue queue = find(number);
        if (queue == null) {
            throw new IllegalStateException("queue pair " + qpNum + " outlived its completion queue " + number);
        }
        return queue.push(cqe);
    }
}
