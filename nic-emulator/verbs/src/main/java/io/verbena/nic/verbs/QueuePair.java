package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.abi.ReceiveWqe;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.AdminResult.QpCreated;
import io.verbena.nic.datapath.admin.AdminResult.QpQueried;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.qp.QpState;
import java.lang.foreign.MemorySegment;

/** An RC queue pair ({@code ibv_qp}). Posting writes shared memory and rings a doorbell; any thread may post. */
public final class QueuePair implements AutoCloseable {
    private final Context context;
    private final int qpNum;
    private final int doorbell;
    private final QpCapabilities capabilities;
    private final QueueMemory queues;
    private final Object sendLock = new Object();
    private final Object receiveLock = new Object();
    private int sendProducer;
    private int receiveProducer;

    QueuePair(Context context, QpCreated created) {
        this.context = context;
        this.qpNum = created.qpNum();
        this.doorbell = created.doorbell();
        this.capabilities = created.capabilities();
        this.queues = created.queues();
    }

    public int qpNum() {
        return qpNum;
    }

    /** As granted. */
    public QpCapabilities capabilities() {
        return capabilities;
    }

    /** @param access what the peer may do to this queue pair's memory regions */
    public void modifyToInit(Access... access) {
        modify(QpAttributes.init(0, 1, Access.bits(access)));
    }

    /** @param attributes made by {@link QpAttributes#rtr} */
    public void modifyToRtr(QpAttributes attributes) {
        modify(attributes);
    }

    /** @param attributes made by {@link QpAttributes#rts} */
    public void modifyToRts(QpAttributes attributes) {
        modify(attributes);
    }

    /** Flushes all that is posted; the queue pair answers nothing any more. */
    public void modifyToErr() {
        modify(QpAttributes.to(QpState.ERR));
    }

    /** Back to the start, queues empty; completions that wait in the CQs stay there. */
    public void modifyToReset() {
        synchronized (sendLock) {
            synchronized (receiveLock) {
                modify(QpAttributes.to(QpState.RESET));
                sendProducer = 0;
                receiveProducer = 0;
            }
        }
    }

    /** @throws VerbsException with EINVAL for a missing or extra attribute or a move that is not allowed */
    public void modify(QpAttributes attributes) {
        context.run("modify_qp", new AdminCommand.ModifyQp(context.id(), qpNum, attributes));
    }

    public QpAttributes query() {
        AdminResult result = context.execute(new AdminCommand.QueryQp(context.id(), qpNum));
        if (result instanceof QpQueried queried) {
            return queried.attributes();
        }
        throw VerbsException.of("query_qp", result);
    }

    /** @throws VerbsException ENOMEM when the queue is full, EINVAL when the request does not fit an entry */
    public void postSend(SendWr wr) {
        synchronized (sendLock) {
            write(wr);
            queues.publishSendProducer(sendProducer);
        }
        context.ring(doorbell);
    }

    /**
     * Posts several with one doorbell. Those before one that is refused are posted.
     *
     * @throws VerbsException for the first that is refused
     */
    public void postSend(SendWr first, SendWr... more) {
        synchronized (sendLock) {
            try {
                write(first);
                for (SendWr wr : more) {
                    write(wr);
                }
            } finally {
                queues.publishSendProducer(sendProducer);
            }
        }
        context.ring(doorbell);
    }

    private void write(SendWr wr) {
        if (sendProducer - queues.sendConsumer() >= queues.sendEntries()) {
            throw new VerbsException(
                    "ENOMEM", "post_send: the send queue's " + queues.sendEntries() + " entries are used");
        }
        MemorySegment inline = wr.inline();
        long inlineBytes = inline == null ? 0 : inline.byteSize();
        SgList sgList = wr.sgList();
        if (sgList.count() > capabilities.maxSendSge() || inlineBytes > capabilities.maxInlineData()) {
            throw new VerbsException(
                    "EINVAL",
                    "post_send: " + sgList.count() + " SGEs and " + inlineBytes + " inline bytes, granted "
                            + capabilities.maxSendSge() + " and " + capabilities.maxInlineData());
        }
        MemorySegment memory = queues.memory();
        long at = queues.sendOffset(sendProducer);
        int sges = inline == null ? sgList.count() : 0;
        SendWqe.write(
                memory,
                at,
                wr.wrId(),
                wr.opcode().code(),
                sges,
                wr.flags(),
                wr.immData(),
                wr.remoteAddr(),
                wr.rkey(),
                (int) inlineBytes);
        for (int i = 0; i < sges; i++) {
            SendWqe.writeSge(memory, at, i, sgList.address(i), sgList.length(i), sgList.lkey(i));
        }
        if (inline != null) {
            SendWqe.writeInline(memory, at, 0, inline);
        }
        sendProducer++;
    }

    /** @throws VerbsException ENOMEM when the queue is full, EINVAL when there are too many SGEs */
    public void postRecv(RecvWr wr) {
        boolean doorbellNeeded;
        synchronized (receiveLock) {
            if (receiveProducer - queues.receiveConsumer() >= queues.receiveEntries()) {
                throw new VerbsException(
                        "ENOMEM", "post_recv: the receive queue's " + queues.receiveEntries() + " entries are used");
            }
            SgList sgList = wr.sgList();
            if (sgList.count() > capabilities.maxRecvSge()) {
                throw new VerbsException(
                        "EINVAL", "post_recv: " + sgList.count() + " SGEs, granted " + capabilities.maxRecvSge());
            }
            MemorySegment memory = queues.memory();
            long at = queues.receiveOffset(receiveProducer);
            ReceiveWqe.write(memory, at, wr.wrId(), sgList.count());
            for (int i = 0; i < sgList.count(); i++) {
                ReceiveWqe.writeSge(memory, at, i, sgList.address(i), sgList.length(i), sgList.lkey(i));
            }
            receiveProducer++;
            queues.publishReceiveProducer(receiveProducer);
            doorbellNeeded = queues.receiveNeedsDoorbell();
        }
        if (doorbellNeeded) {
            context.ring(doorbell);
        }
    }

    @Override
    public void close() {
        context.run("destroy_qp", new AdminCommand.DestroyQp(context.id(), qpNum));
    }
}
