package io.verbena.nic.device.exercise;

import io.verbena.contracts.ProblemType;
import io.verbena.contracts.exercise.CompletionReport;
import io.verbena.contracts.exercise.ConnectRequest;
import io.verbena.contracts.exercise.EndpointReport;
import io.verbena.contracts.exercise.EndpointRequest;
import io.verbena.contracts.exercise.ExerciseOperation;
import io.verbena.contracts.exercise.FillRequest;
import io.verbena.contracts.exercise.MemoryRange;
import io.verbena.contracts.exercise.MemoryReport;
import io.verbena.contracts.exercise.PostRequest;
import io.verbena.contracts.exercise.QueuePairReport;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.exercise.Outcome.Done;
import io.verbena.nic.device.exercise.Outcome.Refused;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CommandChannel;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.RecvWr;
import io.verbena.nic.verbs.SendWr;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.nic.verbs.WorkCompletion;
import java.lang.foreign.MemorySegment;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * One side of a connection: a VF opened, memory registered, a queue pair, and a completion queue for each direction. Its
 * memory is touched only under {@link #life}, so that no request writes to a block that has another user already.
 */
final class Endpoint {
    /** Work requests of either direction that may be outstanding; the completion queues hold twice as many. */
    static final int QUEUE_ENTRIES = 16;

    private static final QpCapabilities CAPABILITIES = new QpCapabilities(QUEUE_ENTRIES, QUEUE_ENTRIES, 1, 1, 0);
    private static final int CQ_ENTRIES = 2 * QUEUE_ENTRIES;
    private static final int MAX_READS = 1;

    private final String id = UUID.randomUUID().toString();
    private final EndpointRequest request;
    private final Context context;
    private final ProtectionDomain pd;
    private final MemoryRegion mr;
    private final CompletionQueue sent;
    private final CompletionQueue received;
    private final QueuePair qp;
    private final CompletionWait wait;
    /** Read: in use. Write: being closed. */
    private final ReentrantReadWriteLock life = new ReentrantReadWriteLock();
    /** One operation at a time, as completions are told apart by it. */
    private final ReentrantLock posting = new ReentrantLock();

    private final Object receiving = new Object();
    private final RecvWr receive = new RecvWr();
    private final SendWr send = new SendWr();
    private int receives;
    private long lastPost;
    private volatile @Nullable Peer peer;
    private volatile boolean closed;
    private volatile long usedAtNs = System.nanoTime();

    /** Where the peer's memory is. */
    private record Peer(long addr, int rkey) {}

    private Endpoint(EndpointRequest request, Context context, MemorySegment block, CompletionWait wait) {
        this.request = request;
        this.context = context;
        this.wait = wait;
        pd = context.allocPd();
        mr = pd.regMr(
                block.asSlice(0, request.memoryBytes() + Payload.GUARD_BYTES),
                Access.LOCAL_WRITE,
                Access.REMOTE_WRITE,
                Access.REMOTE_READ);
        sent = context.createCq(CQ_ENTRIES);
        received = context.createCq(CQ_ENTRIES);
        qp = newQueuePair();
    }

    /** @throws VerbsException when there is no such VF, or its limits do not allow it; then nothing is left of it */
    static Endpoint open(CommandChannel channel, EndpointRequest request, MemorySegment block, CompletionWait wait) {
        Context context = Context.open(channel, request.vfUid());
        try {
            return new Endpoint(request, context, block, wait);
        } catch (RuntimeException e) {
            context.close();
            throw e;
        }
    }

    @FunctionalInterface
    interface Use<T> {
        Outcome<T> of(Endpoint endpoint);
    }

    /** Runs a request that keeps this from being closed. */
    <T> Outcome<T> use(Use<T> action) {
        if (closed || !life.readLock().tryLock()) {
            return gone();
        }
        try {
            usedAtNs = System.nanoTime();
            return closed ? gone() : action.of(this);
        } finally {
            usedAtNs = System.nanoTime();
            life.readLock().unlock();
        }
    }

    <T> Outcome<T> gone() {
        return new Refused<>(ProblemType.NOT_FOUND, "endpoint " + id + " is closed");
    }

    String id() {
        return id;
    }

    EndpointReport report() {
        return new EndpointReport(
                id,
                request.vfUid(),
                context.gid().toString(),
                qp.qpNum(),
                mr.addr(),
                Integer.toUnsignedLong(mr.rkey()),
                request.memoryBytes(),
                Payload.GUARD_BYTES,
                context.activeMtu(),
                request.idleSeconds(),
                new EndpointReport.Limits(Exerciser.MAX_MEMORY_BYTES, QUEUE_ENTRIES, Exerciser.MAX_WAIT_MILLIS));
    }

    /** Makes the queue pair ready to send to and to hear from a peer; what an earlier connection left is dropped. */
    Outcome<EndpointReport> connect(ConnectRequest to) {
        if (!posting.tryLock()) {
            return busy();
        }
        try {
            synchronized (receiving) {
                qp.modifyToReset();
                wait.drain(sent);
                wait.drain(received);
                receives = 0;
                qp.modifyToInit(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ);
                qp.modifyToRtr(QpAttributes.rtr(
                        new AddressHandle(Gid.parse(to.gid()), 0),
                        (int) to.pathMtu(),
                        (int) to.qpn(),
                        (int) to.firstPsn(),
                        MAX_READS,
                        (int) to.minRnrTimer()));
                qp.modifyToRts(QpAttributes.rts(
                        (int) to.firstPsn(), MAX_READS, (int) to.retryCount(), (int) to.rnrRetryCount(), (int)
                                to.timeoutCode()));
                peer = new Peer(to.addr(), (int) to.rkey());
            }
            return new Done<>(report());
        } finally {
            posting.unlock();
        }
    }

    Outcome<MemoryReport> fill(FillRequest fill) {
        return new Done<>(
                Payload.fill(memory(fill.offset(), fill.bytes()), guard(fill.offset(), fill.bytes()), fill.seed()));
    }

    Outcome<MemoryReport> check(MemoryRange range) {
        return new Done<>(Payload.check(memory(range.offset(), range.bytes()), guard(range.offset(), range.bytes())));
    }

    private MemorySegment memory(long offset, long bytes) {
        return mr.memory().asSlice(offset, bytes);
    }

    private MemorySegment guard(long offset, long bytes) {
        return mr.memory().asSlice(offset + bytes, Payload.GUARD_BYTES);
    }

    /** Gives memory for the next message. */
    Outcome<MemoryRange> receive(MemoryRange range) {
        synchronized (receiving) {
            if (peer == null) {
                return notConnected();
            }
            if (receives == QUEUE_ENTRIES) {
                return new Refused<>(
                        ProblemType.FAILED_PRECONDITION,
                        "all " + QUEUE_ENTRIES + " receives wait for a message or for a poll");
            }
            receive.clear();
            if (range.bytes() > 0) {
                receive.sge(mr.addr() + range.offset(), range.bytes(), mr.lkey());
            }
            qp.postRecv(receive);
            receives++;
            return new Done<>(range);
        }
    }

    /** Waits for the next receive's completion. */
    Outcome<CompletionReport> poll(long waitMillis) {
        long startNs = System.nanoTime();
        WorkCompletion completion = wait.next(context, received, this::isClosed, _ -> true, deadlineNs(waitMillis));
        if (completion == null) {
            return late("no message came", waitMillis);
        }
        long tookNs = System.nanoTime() - startNs;
        synchronized (receiving) {
            receives = Math.max(0, receives - 1);
        }
        Long immData = completion.hasImmediate() ? Integer.toUnsignedLong(completion.immData()) : null;
        return new Done<>(report(completion, Integer.toUnsignedLong(completion.byteLen()), immData, tookNs));
    }

    /** Posts one operation and waits for its completion. */
    Outcome<CompletionReport> post(PostRequest operation) {
        if (!posting.tryLock()) {
            return busy();
        }
        try {
            Peer to = peer;
            if (to == null) {
                return notConnected();
            }
            long wrId = ++lastPost;
            send.clear()
                    .wrId(wrId)
                    .opcode(opcode(operation.operation()))
                    .signaled()
                    .immData((int) operation.immData())
                    .remote(to.addr + operation.remoteOffset(), to.rkey);
            if (operation.bytes() > 0) {
                send.sge(mr.addr() + operation.offset(), operation.bytes(), mr.lkey());
            }
            long deadlineNs = deadlineNs(operation.waitMillis());
            long startNs = System.nanoTime();
            qp.postSend(send);
            // What an earlier operation that was given up still completes is not this one's.
            WorkCompletion completion =
                    wait.next(context, sent, this::isClosed, each -> each.wrId() == wrId, deadlineNs);
            return completion == null
                    ? late("the " + operation.operation() + " has no completion", operation.waitMillis())
                    : new Done<>(report(completion, operation.bytes(), null, System.nanoTime() - startNs));
        } finally {
            posting.unlock();
        }
    }

    private static long deadlineNs(long waitMillis) {
        return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    }

    private static CompletionReport report(WorkCompletion completion, long bytes, @Nullable Long immData, long tookNs) {
        boolean success = completion.status() == WcStatus.SUCCESS;
        return new CompletionReport(
                completion.status().name(), success ? bytes : 0, success ? immData : null, Math.max(1, tookNs));
    }

    private <T> Outcome<T> late(String what, long waitMillis) {
        return closed ? gone() : new Refused<>(ProblemType.DEADLINE_EXCEEDED, what + " within " + waitMillis + " ms");
    }

    private static <T> Outcome<T> notConnected() {
        return new Refused<>(ProblemType.FAILED_PRECONDITION, "the endpoint is not connected: use :connect first");
    }

    private static <T> Outcome<T> busy() {
        return new Refused<>(ProblemType.FAILED_PRECONDITION, "another operation of this endpoint is running");
    }

    private static WrOpcode opcode(ExerciseOperation operation) {
        return switch (operation) {
            case SEND -> WrOpcode.SEND;
            case WRITE -> WrOpcode.RDMA_WRITE;
            case WRITE_WITH_IMM -> WrOpcode.RDMA_WRITE_WITH_IMM;
            case READ -> WrOpcode.RDMA_READ;
        };
    }

    /** One more queue pair, which stays. */
    Outcome<QueuePairReport> createQp() {
        return new Done<>(new QueuePairReport(newQueuePair().qpNum()));
    }

    private QueuePair newQueuePair() {
        return pd.createQp(new QpInitAttr(sent, received, CAPABILITIES, false));
    }

    boolean isClosed() {
        return closed;
    }

    /** Whether nobody has used it for as long as it may be idle. */
    boolean isIdle(long nowNs) {
        return life.getReadLockCount() == 0 && nowNs - usedAtNs > TimeUnit.SECONDS.toNanos(request.idleSeconds());
    }

    /** Whether the NIC still has what it is made of; a reset of its VF takes that away. */
    boolean isAlive() {
        try {
            qp.query();
            return true;
        } catch (VerbsException e) {
            return !e.errno().equals("ENOENT");
        }
    }

    /**
     * Ends waits, then destroys all that was made with it.
     *
     * @throws VerbsException when the NIC has not done it: its memory is not free then
     */
    void close() {
        closed = true;
        life.writeLock().lock();
        try {
            context.close();
        } catch (VerbsException e) {
            if (!e.errno().equals("ENOENT")) {
                throw e;
            }
        } finally {
            life.writeLock().unlock();
        }
    }
}
