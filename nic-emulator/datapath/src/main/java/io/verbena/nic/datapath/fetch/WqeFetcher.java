package io.verbena.nic.datapath.fetch;

import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.abi.ReceiveWqe;
import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.qp.QueuePair;
import org.jspecify.annotations.Nullable;

/** The one place that reads work requests. Its copy is valid until the next fetch. */
public final class WqeFetcher {
    /** The largest message (IBTA 9.4.1). */
    public static final long MAX_MESSAGE_BYTES = 1L << 31;

    /** A producer index that the queue cannot have. */
    public static final int IMPOSSIBLE = -1;

    private final SendWqe send = new SendWqe();
    private final ReceiveWqe receive = new ReceiveWqe();

    /** Send work requests posted and not started, or {@link #IMPOSSIBLE}. */
    public int postedSends(QueuePair qp) {
        QueueMemory queues = qp.queues();
        int producer = queues.sendProducer();
        int held = producer - qp.send.headIndex;
        int posted = producer - qp.send.tailIndex;
        return held < 0 || held > queues.sendEntries() || posted < 0 ? IMPOSSIBLE : posted;
    }

    /** Receive work requests posted and not used, or {@link #IMPOSSIBLE}. */
    public int postedReceives(QueuePair qp) {
        int posted = qp.queues().receiveProducer() - qp.receive.consumerIndex;
        return posted < 0 || posted > qp.queues().receiveEntries() ? IMPOSSIBLE : posted;
    }

    public SendWqe fetchSend(QueuePair qp, int index) {
        QueueMemory queues = qp.queues();
        send.read(queues.memory(), queues.sendOffset(index), qp.capabilities().maxSendSge());
        return send;
    }

    /** Only the id of a send work request, for its completion. */
    public long sendWrId(QueuePair qp, int index) {
        QueueMemory queues = qp.queues();
        return SendWqe.wrId(queues.memory(), queues.sendOffset(index));
    }

    public ReceiveWqe fetchReceive(QueuePair qp, int index) {
        QueueMemory queues = qp.queues();
        receive.read(
                queues.memory(), queues.receiveOffset(index), qp.capabilities().maxRecvSge());
        return receive;
    }

    /** What is wrong with a send work request, or null. Keys are the translation's to check. */
    public static @Nullable WcStatus fault(QueuePair qp, SendWqe wqe) {
        WrOpcode opcode = WrOpcode.of(wqe.opcode());
        if (opcode == null || (wqe.flags() & ~SendFlags.ALL) != 0) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        boolean read = opcode == WrOpcode.RDMA_READ;
        if (read && (wqe.isInline() || qp.maxRdAtomic == 0)) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        if (wqe.isInline()) {
            boolean fits = wqe.inlineBytes() >= 0
                    && wqe.inlineBytes() <= qp.capabilities().maxInlineData();
            return fits ? null : WcStatus.LOC_QP_OP_ERR;
        }
        if (wqe.sgeCount() > qp.capabilities().maxSendSge()) {
            return WcStatus.LOC_QP_OP_ERR;
        }
        return wqe.lengthBytes() > MAX_MESSAGE_BYTES ? WcStatus.LOC_LEN_ERR : null;
    }

    /** Whether a receive work request can be used at all. */
    public static boolean isUsable(QueuePair qp, ReceiveWqe wqe) {
        return wqe.sgeCount() >= 0 && wqe.sgeCount() <= qp.capabilities().maxRecvSge();
    }
}
