package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.abi.ReceiveWqe;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.completion.CompletionQueue;
import io.verbena.nic.datapath.fetch.WqeFetcher;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.ReceiveContext;
import io.verbena.nic.datapath.qp.SendContext;
import io.verbena.nic.datapath.reliability.ReplayCache;
import io.verbena.nic.datapath.reliability.Window;
import io.verbena.nic.datapath.wire.Syndrome;
import java.util.Locale;
import java.util.Map;

/** Completions, and how a queue pair ends: the failed request completes in error, all others are flushed, in order, once. */
public final class QpErrors {
    private final Blocks blocks;

    public QpErrors(Blocks blocks) {
        this.blocks = blocks;
    }

    /** Completes the send work request at the head with success; it is no longer outstanding. */
    void completeSend(QueuePair qp, int index, WrOpcode opcode, boolean signaled, long lengthBytes) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(
                switch (opcode) {
                    case SEND, SEND_WITH_IMM -> Counter.SEND_VERBS;
                    case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> Counter.WRITE_VERBS;
                    case RDMA_READ -> Counter.READ_VERBS;
                });
        // The id is read before the host may use the entry again, which is before it sees the completion.
        long wrId = signaled ? blocks.fetcher().sendWrId(qp, index) : 0;
        qp.queues().publishSendConsumer(index + 1);
        if (signaled) {
            write(qp, qp.sendCq(), wrId, WcStatus.SUCCESS, opcode.completion(), (int) lengthBytes);
        }
    }

    /** Completes the receive work request in {@code wqe}, which is the next one. */
    void completeReceive(QueuePair qp, ReceiveWqe wqe, WcOpcode opcode, long lengthBytes) {
        takeReceive(qp);
        write(qp, qp.recvCq(), wqe.wrId(), WcStatus.SUCCESS, opcode, (int) lengthBytes);
    }

    void completeReceiveImmediate(QueuePair qp, ReceiveWqe wqe, WcOpcode opcode, long lengthBytes, int immediate) {
        takeReceive(qp);
        boolean written = blocks.completions()
                .writeImmediate(qp.recvCq(), qp.qpNum(), wqe.wrId(), opcode, (int) lengthBytes, immediate);
        checkOverrun(qp, qp.recvCq(), written);
    }

    private void takeReceive(QueuePair qp) {
        blocks.function(qp).counters().increment(Counter.RECEIVE_VERBS);
        qp.receive.consumerIndex++;
        qp.queues().publishReceiveConsumer(qp.receive.consumerIndex);
    }

    /** Fails the send work request at the head, and with it the queue pair. */
    void failHead(QueuePair qp, WcStatus status, String reason) {
        SendContext send = qp.send;
        SendWqe wqe = blocks.fetcher().fetchSend(qp, send.headIndex);
        WrOpcode opcode = WrOpcode.of(wqe.opcode());
        long wrId = wqe.wrId();
        if (send.isOutstanding()) {
            blocks.outstanding().removeHead(send);
        } else {
            send.headIndex++;
            send.tailIndex++;
        }
        blocks.function(qp).counters().increment(Counter.VERB_ERRORS);
        qp.queues().publishSendConsumer(send.headIndex);
        write(qp, qp.sendCq(), wrId, status, opcode == null ? WcOpcode.SEND : opcode.completion(), 0);
        fail(qp, reason);
    }

    /** Fails the next receive work request, and with it the queue pair. */
    void failReceive(QueuePair qp, long wrId, WcStatus status, String reason) {
        blocks.function(qp).counters().increment(Counter.VERB_ERRORS);
        qp.receive.consumerIndex++;
        qp.receive.open = ReceiveContext.Open.NONE;
        qp.queues().publishReceiveConsumer(qp.receive.consumerIndex);
        write(qp, qp.recvCq(), wrId, status, WcOpcode.RECV, 0);
        fail(qp, reason);
    }

    /** A send work request cannot be sent: it fails when all before it are done, so that their outcome is known. */
    void stall(QueuePair qp, int index, WcStatus status) {
        qp.send.fault = status;
        qp.send.faultIndex = index;
        settleFault(qp);
    }

    /** Fails the stalled work request once it is the oldest. */
    void settleFault(QueuePair qp) {
        WcStatus fault = qp.send.fault;
        if (fault != null && qp.send.faultIndex == qp.send.headIndex && qp.state == QpState.RTS) {
            failHead(qp, fault, "send_" + fault.name().toLowerCase(Locale.ROOT));
        }
    }

    /** Ends a queue pair for a reason of its own. */
    public void fail(QueuePair qp, String reason) {
        if (qp.state == QpState.ERR) {
            return;
        }
        FunctionPort function = blocks.function(qp);
        function.counters().increment(Counter.QP_ERRORS);
        blocks.events()
                .add(new NicEvent(
                        NicEvent.Type.QP_ERROR,
                        function.vfUid(),
                        Map.of("qp_num", Integer.toString(qp.qpNum()), "reason", reason)));
        enterError(qp);
    }

    /** ERR: nothing is sent any more but a pending NAK, and all that is posted is flushed. */
    public void enterError(QueuePair qp) {
        qp.state = QpState.ERR;
        quiesce(qp);
        if (qp.receive.nakPending <= Syndrome.NAK_SEQUENCE) {
            // Only a NAK that ends the connection is still sent, and what it must not overtake.
            ReplayCache.stop(qp.receive.reads);
            qp.receive.ackPending = false;
            qp.receive.nakPending = 0;
        }
        qp.queues().publishError(true);
        flush(qp);
    }

    /** Takes a queue pair out of timers, window and slab. */
    public void quiesce(QueuePair qp) {
        blocks.timers().cancel(qp.slot());
        blocks.outstanding().release(qp.send);
        Path path = qp.path;
        if (path != null) {
            Window.leave(qp.send, path);
        }
    }

    /** Flushes what is posted on a queue pair in ERR; called again for each doorbell. */
    public void flush(QueuePair qp) {
        Counters counters = blocks.function(qp).counters();
        SendContext send = qp.send;
        int held = qp.queues().sendProducer() - send.headIndex;
        if (held > 0 && held <= qp.queues().sendEntries()) {
            for (int end = send.headIndex + held; send.headIndex != end; ) {
                SendWqe wqe = blocks.fetcher().fetchSend(qp, send.headIndex);
                WrOpcode opcode = WrOpcode.of(wqe.opcode());
                long wrId = wqe.wrId();
                send.headIndex++;
                qp.queues().publishSendConsumer(send.headIndex);
                counters.increment(Counter.VERB_FLUSHES);
                WcOpcode completed = opcode == null ? WcOpcode.SEND : opcode.completion();
                write(qp, qp.sendCq(), wrId, WcStatus.WR_FLUSH_ERR, completed, 0);
            }
        }
        send.tailIndex = send.headIndex;
        send.nextIndex = send.headIndex;
        int posted = blocks.fetcher().postedReceives(qp);
        for (int i = 0; posted != WqeFetcher.IMPOSSIBLE && i < posted; i++) {
            long wrId =
                    blocks.fetcher().fetchReceive(qp, qp.receive.consumerIndex).wrId();
            qp.receive.consumerIndex++;
            qp.queues().publishReceiveConsumer(qp.receive.consumerIndex);
            counters.increment(Counter.VERB_FLUSHES);
            write(qp, qp.recvCq(), wrId, WcStatus.WR_FLUSH_ERR, WcOpcode.RECV, 0);
        }
        qp.receive.open = ReceiveContext.Open.NONE;
    }

    private void write(QueuePair qp, int cq, long wrId, WcStatus status, WcOpcode opcode, int byteLen) {
        checkOverrun(qp, cq, blocks.completions().write(cq, qp.qpNum(), wrId, status, opcode, byteLen));
    }

    /** A completion that found no room is lost: the queue and the queue pair end (IBTA 11.6.3.1). */
    private void checkOverrun(QueuePair qp, int number, boolean written) {
        if (written) {
            return;
        }
        FunctionPort function = blocks.function(qp);
        CompletionQueue queue = blocks.completions().find(number);
        if (queue != null && queue.reportOverrun()) {
            function.counters().increment(Counter.CQ_OVERRUNS);
            blocks.events()
                    .add(new NicEvent(
                            NicEvent.Type.CQ_OVERRUN,
                            function.vfUid(),
                            Map.of("cq", Integer.toString(number), "qp_num", Integer.toString(qp.qpNum()))));
        }
        fail(qp, "cq_overrun");
    }
}
