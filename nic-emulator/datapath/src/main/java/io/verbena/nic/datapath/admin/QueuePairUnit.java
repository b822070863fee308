package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.abi.QueueMemory;
import io.verbena.nic.datapath.abi.ReceiveWqe;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.admin.AdminResult.Done;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.function.NicLimits;
import io.verbena.nic.datapath.function.VerbsContext;
import io.verbena.nic.datapath.function.VirtualFunction;
import io.verbena.nic.datapath.memory.HostMemory;
import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.pipeline.QpErrors;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.Paths;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.qp.QpIdentity;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QpTransitions;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.ReceiveContext;
import io.verbena.nic.datapath.qp.SendContext;
import io.verbena.nic.datapath.reliability.Window;
import org.jspecify.annotations.Nullable;

/** Makes queue pairs, moves them from state to state, and unmakes them. */
final class QueuePairUnit {
    private static final int PAGE_BYTES = 4096;

    private final Blocks blocks;
    private final QpErrors errors;
    private final Paths paths;
    private final int activeMtu;
    private final NicLimits limits;

    QueuePairUnit(Blocks blocks, QpErrors errors, Paths paths, int activeMtu, NicLimits limits) {
        this.blocks = blocks;
        this.errors = errors;
        this.paths = paths;
        this.activeMtu = activeMtu;
        this.limits = limits;
    }

    static @Nullable String capabilityFault(QpCapabilities asked, NicLimits limits) {
        boolean fits = asked.maxSendWr() >= 0
                && asked.maxSendWr() <= limits.workRequests()
                && asked.maxRecvWr() >= 0
                && asked.maxRecvWr() <= limits.workRequests()
                && asked.maxSendSge() >= 0
                && asked.maxSendSge() <= limits.sges()
                && asked.maxRecvSge() >= 0
                && asked.maxRecvSge() <= limits.sges()
                && asked.maxInlineData() >= 0
                && asked.maxInlineData() <= limits.inlineBytes();
        return fits
                ? null
                : asked + " is beyond " + limits.workRequests() + " work requests, " + limits.sges() + " SGEs, "
                        + limits.inlineBytes() + " inline bytes";
    }

    /** Sizes become powers of two, and what an entry has room for is granted. */
    AdminResult create(VerbsContext context, AdminCommand.CreateQp command) {
        QpCapabilities asked = command.capabilities();
        int sendEntries = powerOfTwo(asked.maxSendWr());
        int receiveEntries = powerOfTwo(asked.maxRecvWr());
        int sendStride = SendWqe.stride(Math.max(1, asked.maxSendSge()), asked.maxInlineData());
        int receiveStride = ReceiveWqe.stride(Math.max(1, asked.maxRecvSge()));
        QpCapabilities granted = new QpCapabilities(
                sendEntries,
                receiveEntries,
                Math.max(1, asked.maxSendSge()),
                Math.max(1, asked.maxRecvSge()),
                asked.maxInlineData());
        QueueMemory queues = new QueueMemory(
                HostMemory.allocate(
                        QueueMemory.bytes(sendEntries, sendStride, receiveEntries, receiveStride), PAGE_BYTES),
                sendEntries,
                sendStride,
                receiveEntries,
                receiveStride);
        VirtualFunction function = context.function();
        int qpNum = blocks.queuePairs().reserve(function.nextSeed());
        QpIdentity identity = new QpIdentity(
                qpNum,
                function.index(),
                command.pd(),
                command.sendCq(),
                command.recvCq(),
                context.doorbells().free(),
                command.sqSigAll());
        QueuePair qp = new QueuePair(identity, granted, queues);
        blocks.queuePairs().put(qp);
        context.queuePairs().put(qpNum, qp);
        context.doorbells().bind(qp);
        return new AdminResult.QpCreated(qpNum, qp.doorbell(), granted, queues);
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(2 * atLeast - 1);
    }

    AdminResult modify(VirtualFunction function, QueuePair qp, QpAttributes attributes) {
        String fault = QpTransitions.fault(qp.state, attributes);
        if (fault == null) {
            fault = QpTransitions.valueFault(attributes, activeMtu, limits.rdAtomic());
        }
        AddressHandle peer = attributes.addressHandle();
        if (fault == null
                && peer != null
                && peer.dgid().isIpv4() != function.port().address().isIpv4()) {
            fault = "the peer " + peer.dgid() + " is of another IP version than "
                    + function.port().address();
        }
        if (fault != null) {
            return new Refused(RefusalReason.INVALID_ARGUMENT, fault, null);
        }
        QpState target = attributes.state() == null ? qp.state : attributes.state();
        switch (target) {
            case RESET -> reset(qp);
            case INIT -> qp.state = QpState.INIT;
            case RTR -> {}
            case RTS -> {}
            case ERR -> {
                if (qp.state != QpState.ERR) {
                    errors.enterError(qp);
                }
            }
        }
        store(function, qp, attributes);
        if (target == QpState.RTR) {
            startReceiving(qp);
        } else if (target == QpState.RTS && qp.state == QpState.RTR) {
            startSending(qp);
        }
        return new Done();
    }

    private void store(VirtualFunction function, QueuePair qp, QpAttributes a) {
        qp.accessFlags = or(a.accessFlags(), qp.accessFlags);
        qp.pathMtu = or(a.pathMtu(), qp.pathMtu);
        qp.destQpNum = or(a.destQpNum(), qp.destQpNum);
        qp.rqPsn = or(a.rqPsn(), qp.rqPsn);
        qp.maxDestRdAtomic = or(a.maxDestRdAtomic(), qp.maxDestRdAtomic);
        qp.minRnrTimer = or(a.minRnrTimer(), qp.minRnrTimer);
        qp.sqPsn = or(a.sqPsn(), qp.sqPsn);
        qp.maxRdAtomic = or(a.maxRdAtomic(), qp.maxRdAtomic);
        qp.retryCnt = or(a.retryCnt(), qp.retryCnt);
        qp.rnrRetry = or(a.rnrRetry(), qp.rnrRetry);
        qp.timeout = or(a.timeout(), qp.timeout);
        AddressHandle peer = a.addressHandle();
        if (peer != null) {
            // The ECN bits of the type of service belong to the network.
            qp.path = paths.acquire(function.port().address(), peer.dgid(), peer.trafficClass() & ~3);
        }
    }

    private static int or(@Nullable Integer given, int current) {
        return given == null ? current : given;
    }

    private static void startReceiving(QueuePair qp) {
        qp.receive.expectedPsn = qp.rqPsn;
        qp.receive.reads.allocate(qp.maxDestRdAtomic);
        qp.state = QpState.RTR;
    }

    private void startSending(QueuePair qp) {
        long chunk = Window.readChunkBytes(qp.connectedPath(), qp.pathMtu);
        qp.send.start(qp.sqPsn, qp.retryCnt, qp.rnrRetry, chunk);
        qp.state = QpState.RTS;
        blocks.activateRequests(qp);
    }

    private void reset(QueuePair qp) {
        errors.quiesce(qp);
        releasePath(qp);
        qp.send = new SendContext();
        qp.receive = new ReceiveContext();
        qp.queues().clear();
        qp.state = QpState.RESET;
    }

    private void releasePath(QueuePair qp) {
        Path path = qp.path;
        if (path != null) {
            paths.release(path);
            qp.path = null;
        }
    }

    static AdminResult query(QueuePair qp) {
        Path path = qp.path;
        return new AdminResult.QpQueried(
                new QpAttributes(
                        qp.state,
                        0,
                        1,
                        qp.accessFlags,
                        path == null ? null : new AddressHandle(path.remote(), path.tos()),
                        qp.pathMtu,
                        qp.destQpNum,
                        qp.receive.expectedPsn,
                        qp.maxDestRdAtomic,
                        qp.minRnrTimer,
                        qp.send.nextPsn,
                        qp.maxRdAtomic,
                        qp.retryCnt,
                        qp.rnrRetry,
                        qp.timeout),
                qp.capabilities());
    }

    /** A queue pair that was connected is flushed first: who polls its completion queues sees every request end. */
    void destroy(VerbsContext context, QueuePair qp) {
        if (qp.state != QpState.RESET && qp.state != QpState.ERR) {
            errors.enterError(qp);
        }
        errors.quiesce(qp);
        releasePath(qp);
        context.doorbells().unbind(qp);
        context.queuePairs().remove(qp.qpNum());
        blocks.queuePairs().remove(qp);
    }
}
