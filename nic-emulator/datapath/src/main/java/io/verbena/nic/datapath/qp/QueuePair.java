package io.verbena.nic.datapath.qp;

import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.memory.HostRange;
import org.jspecify.annotations.Nullable;

/** A queue pair: identity, attributes, and the halves of requester and responder. Attributes are written by {@code admin}. */
public final class QueuePair {
    private final int qpNum;
    private final int slot;
    private final int function;
    private final int pd;
    private final int sendCq;
    private final int recvCq;
    private final int doorbell;
    private final QpCapabilities capabilities;
    private final boolean sqSigAll;
    private final QueueMemory queues;
    private final HostRange queueRange;

    public QpState state = QpState.RESET;
    public int accessFlags;
    public @Nullable Path path;
    public int pathMtu;
    public int destQpNum;
    public int rqPsn;
    public int maxDestRdAtomic;
    public int minRnrTimer;
    public int sqPsn;
    public int maxRdAtomic;
    public int retryCnt;
    public int rnrRetry;
    public int timeout;

    public SendContext send = new SendContext();
    public ReceiveContext receive = new ReceiveContext();

    public QueuePair(QpIdentity identity, QpCapabilities capabilities, QueueMemory queues) {
        this.qpNum = identity.qpNum();
        this.slot = QueuePairTable.slotOf(qpNum);
        this.function = identity.function();
        this.pd = identity.pd();
        this.sendCq = identity.sendCq();
        this.recvCq = identity.recvCq();
        this.doorbell = identity.doorbell();
        this.sqSigAll = identity.sqSigAll();
        this.capabilities = capabilities;
        this.queues = queues;
        this.queueRange = new HostRange(queues.memory());
    }

    public int qpNum() {
        return qpNum;
    }

    /** Index in the tables of the NIC. */
    public int slot() {
        return slot;
    }

    public int function() {
        return function;
    }

    public int pd() {
        return pd;
    }

    public int sendCq() {
        return sendCq;
    }

    public int recvCq() {
        return recvCq;
    }

    public int doorbell() {
        return doorbell;
    }

    public QpCapabilities capabilities() {
        return capabilities;
    }

    public boolean sqSigAll() {
        return sqSigAll;
    }

    public QueueMemory queues() {
        return queues;
    }

    /** The queues as memory to send inline payload from. */
    public HostRange queueRange() {
        return queueRange;
    }

    /** The path of a queue pair in RTR or RTS, or that has been there. */
    public Path connectedPath() {
        Path connected = path;
        if (connected == null) {
            throw new IllegalStateException("queue pair " + qpNum + " was never connected");
        }
        return connected;
    }

    /** Retransmission timeout (IBTA 9.7.6.1.3), 0 for none. */
    public long timeoutNs() {
        return timeout == 0 ? 0 : 4096L << timeout;
    }
}
