package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.abi.AccessFlags;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.dma.DmaEngine;
import io.verbena.nic.datapath.memory.RangeList;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.packet.ParsedPacket;
import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.SendContext;
import io.verbena.nic.datapath.reliability.Outstanding;
import io.verbena.nic.datapath.reliability.Window;
import io.verbena.nic.datapath.translation.AddressTranslator;
import io.verbena.nic.datapath.wire.OpCode.Operation;
import io.verbena.nic.datapath.wire.Syndrome;

/** Takes responses: retires what they acknowledge, places READ data, starts retries (IBTA 9.7.5, 9.7.6). */
final class Completer {
    private static final int RNR_RETRY_FOREVER = 7;

    private final Blocks blocks;
    private final QpErrors errors;
    private final RangeList pieces = new RangeList();

    Completer(Blocks blocks, QpErrors errors) {
        this.blocks = blocks;
        this.errors = errors;
    }

    void onResponse(QueuePair qp, ParsedPacket packet, long nowNs) {
        SendContext send = qp.send;
        Counters counters = blocks.function(qp).counters();
        int psn = packet.psn();
        if (qp.state != QpState.RTS) {
            counters.drop(DropReason.QP_STATE);
        } else if (Psn.distance(psn, send.unackedPsn) < 0) {
            counters.drop(DropReason.STALE_RESPONSE);
        } else if (!send.isOutstanding() || Psn.distance(psn, send.highPsn) >= 0) {
            counters.drop(DropReason.UNEXPECTED_RESPONSE);
        } else if (packet.opCode().operation() == Operation.READ_RESPONSE) {
            onReadResponse(qp, packet, psn, nowNs);
        } else if (packet.opCode().operation() == Operation.ACKNOWLEDGE) {
            onAcknowledge(qp, packet.syndrome(), psn, nowNs);
        } else {
            counters.drop(DropReason.UNEXPECTED_RESPONSE);
        }
    }

    private void onAcknowledge(QueuePair qp, int syndrome, int psn, long nowNs) {
        SendContext send = qp.send;
        Counters counters = blocks.function(qp).counters();
        if (Syndrome.isAck(syndrome)) {
            settle(qp, acknowledge(qp, psn, nowNs), nowNs);
            return;
        }
        // Every NAK acknowledges all before it (IBTA 9.7.5.2.8).
        settle(qp, acknowledge(qp, Psn.add(psn, -1), nowNs), nowNs);
        if (qp.state != QpState.RTS || send.unackedPsn != psn || !send.isOutstanding()) {
            return;
        }
        if (Syndrome.isRnrNak(syndrome)) {
            counters.increment(Counter.RNR_NAKS_RECEIVED);
            waitForReceiver(qp, Syndrome.code(syndrome), nowNs);
        } else if (syndrome == Syndrome.NAK_SEQUENCE) {
            counters.increment(Counter.SEQUENCE_NAKS_RECEIVED);
            retry(qp, false, nowNs);
        } else {
            counters.increment(Counter.ERROR_NAKS_RECEIVED);
            switch (syndrome) {
                case Syndrome.NAK_INVALID_REQUEST ->
                    errors.failHead(qp, WcStatus.REM_INV_REQ_ERR, "remote_invalid_request");
                case Syndrome.NAK_REMOTE_ACCESS -> errors.failHead(qp, WcStatus.REM_ACCESS_ERR, "remote_access");
                case Syndrome.NAK_REMOTE_OPERATIONAL -> errors.failHead(qp, WcStatus.REM_OP_ERR, "remote_operational");
                default -> errors.failHead(qp, WcStatus.BAD_RESP_ERR, "bad_syndrome");
            }
        }
    }

    /**
     * Retires everything up to a PSN. A READ on the way whose responses have not come is an implied NAK: it is asked for
     * again (IBTA 9.7.5.1.1).
     *
     * @return whether anything was acknowledged
     */
    private boolean acknowledge(QueuePair qp, int upTo, long nowNs) {
        SendContext send = qp.send;
        boolean progress = false;
        while (qp.state == QpState.RTS && send.isOutstanding() && Psn.distance(upTo, send.unackedPsn) >= 0) {
            int head = send.headIndex;
            if (Outstanding.opcode(send, head) == WrOpcode.RDMA_READ.code()) {
                blocks.function(qp).counters().increment(Counter.IMPLIED_NAKS);
                retry(qp, false, nowNs);
                break;
            }
            int last = Outstanding.lastPsn(send, head);
            if (Psn.distance(upTo, last) < 0) {
                int packets = Psn.distance(upTo, send.unackedPsn) + 1;
                Window.onAcknowledged(send, Window.charge((long) packets * qp.pathMtu, packets));
                progressTo(qp, Psn.add(upTo, 1));
                return true;
            }
            long left = Outstanding.lengthBytes(send, head) - acknowledgedBytes(qp);
            Window.onAcknowledged(send, Window.charge(left, Psn.distance(last, send.unackedPsn) + 1));
            progressTo(qp, Psn.add(last, 1));
            retire(qp);
            progress = true;
        }
        return progress;
    }

    private void onReadResponse(QueuePair qp, ParsedPacket packet, int psn, long nowNs) {
        SendContext send = qp.send;
        Counters counters = blocks.function(qp).counters();
        boolean progress = acknowledge(qp, Psn.add(psn, -1), nowNs);
        boolean expected = qp.state == QpState.RTS
                && send.isOutstanding()
                && send.unackedPsn == psn
                && Outstanding.opcode(send, send.headIndex) == WrOpcode.RDMA_READ.code();
        if (!expected) {
            counters.drop(DropReason.UNEXPECTED_RESPONSE);
            settle(qp, progress, nowNs);
            return;
        }
        long length = Outstanding.lengthBytes(send, send.headIndex);
        long offset = acknowledgedBytes(qp);
        int payload = (int) Math.min(qp.pathMtu, length - offset);
        if (packet.payloadBytes() != payload) {
            errors.failHead(qp, WcStatus.BAD_RESP_ERR, "read_response_length");
            return;
        }
        if (!place(qp, packet, offset, payload)) {
            return;
        }
        long end = offset + payload;
        Window.onAcknowledged(send, Window.charge(payload, 1));
        progressTo(qp, Psn.add(psn, 1));
        if (end == length || end % send.readChunkBytes == 0) {
            send.readsOutstanding = Math.max(0, send.readsOutstanding - 1);
        }
        if (end == length) {
            retire(qp);
        }
        settle(qp, true, nowNs);
    }

    private boolean place(QueuePair qp, ParsedPacket packet, long offset, int payload) {
        int head = qp.send.headIndex;
        SendWqe wqe = blocks.fetcher().fetchSend(qp, head);
        if (wqe.digest() != Outstanding.digest(qp.send, head)) {
            errors.failHead(qp, WcStatus.LOC_QP_OP_ERR, "work_request_changed");
            return false;
        }
        boolean allowed = AddressTranslator.resolve(
                blocks.function(qp).keys(), qp.pd(), wqe.sges(), offset, payload, AccessFlags.LOCAL_WRITE, pieces);
        if (!allowed) {
            errors.failHead(qp, WcStatus.LOC_PROT_ERR, "read_sink");
            return false;
        }
        DmaEngine.scatter(packet.bytes(), packet.payloadOffset(), pieces);
        return true;
    }

    /** Bytes of the head's message before the oldest unacknowledged packet. */
    private static long acknowledgedBytes(QueuePair qp) {
        SendContext send = qp.send;
        int first = Outstanding.firstPsn(send, send.headIndex, qp.pathMtu);
        return (long) (send.unackedPsn - first & Psn.MASK) * qp.pathMtu;
    }

    private void retire(QueuePair qp) {
        SendContext send = qp.send;
        int index = send.headIndex;
        WrOpcode opcode = WrOpcode.of(Outstanding.opcode(send, index));
        if (opcode == null) {
            throw new IllegalStateException("an outstanding request has an operation");
        }
        boolean signaled = Outstanding.isSignaled(send, index);
        long length = Outstanding.lengthBytes(send, index);
        blocks.outstanding().removeHead(send);
        errors.completeSend(qp, index, opcode, signaled, length);
    }

    /** Any progress gives all retries back. */
    private static void progressTo(QueuePair qp, int unackedPsn) {
        SendContext send = qp.send;
        send.unackedPsn = unackedPsn;
        send.retriesLeft = qp.retryCnt;
        send.rnrRetriesLeft = qp.rnrRetry;
        send.retryLatched = false;
    }

    /** After something was acknowledged: the timer starts anew, and the requester may go on. */
    private void settle(QueuePair qp, boolean progress, long nowNs) {
        SendContext send = qp.send;
        if (!progress || qp.state != QpState.RTS) {
            return;
        }
        if (Psn.distance(send.unackedPsn, send.nextPsn) > 0) {
            moveCursorToUnacknowledged(qp);
        }
        if (!send.isOutstanding()) {
            send.rnrWaiting = false;
            blocks.timers().cancel(qp.slot());
            Window.leave(send, qp.connectedPath());
        } else if (!send.rnrWaiting) {
            armTimer(qp, nowNs);
        }
        errors.settleFault(qp);
        if (qp.state == QpState.RTS
                && (send.nextIndex != send.tailIndex || qp.queues().sendProducer() != send.tailIndex)) {
            blocks.activateRequests(qp);
        }
    }

    /** Sends again from the oldest unacknowledged packet, unless that is happening already. */
    private void retry(QueuePair qp, boolean timedOut, long nowNs) {
        SendContext send = qp.send;
        if (send.rnrWaiting || (send.retryLatched && !timedOut)) {
            return;
        }
        if (send.retriesLeft == 0) {
            blocks.function(qp).counters().increment(Counter.RETRY_EXCEEDED);
            errors.failHead(qp, WcStatus.RETRY_EXC_ERR, "retry_exceeded");
            return;
        }
        send.retriesLeft--;
        send.retryLatched = true;
        rewind(qp);
        armTimer(qp, nowNs);
        blocks.activateRequests(qp);
    }

    private void waitForReceiver(QueuePair qp, int timerCode, long nowNs) {
        SendContext send = qp.send;
        if (send.rnrWaiting) {
            return;
        }
        if (send.rnrRetriesLeft == 0) {
            blocks.function(qp).counters().increment(Counter.RNR_RETRY_EXCEEDED);
            errors.failHead(qp, WcStatus.RNR_RETRY_EXC_ERR, "rnr_retry_exceeded");
            return;
        }
        if (qp.rnrRetry != RNR_RETRY_FOREVER) {
            send.rnrRetriesLeft--;
        }
        rewind(qp);
        send.rnrWaiting = true;
        // One timer serves both waits, so the retransmission timer cannot cut this one short.
        blocks.timers().arm(qp.slot(), nowNs + Syndrome.rnrTimerNs(timerCode), nowNs);
    }

    void onTimer(QueuePair qp, long nowNs) {
        SendContext send = qp.send;
        if (qp.state != QpState.RTS || !send.isOutstanding()) {
            return;
        }
        if (send.rnrWaiting) {
            send.rnrWaiting = false;
            blocks.activateRequests(qp);
            return;
        }
        blocks.function(qp).counters().increment(Counter.ACK_TIMEOUTS);
        retry(qp, true, nowNs);
    }

    private void rewind(QueuePair qp) {
        moveCursorToUnacknowledged(qp);
        Window.empty(qp.send);
        qp.send.readsOutstanding = 0;
    }

    private static void moveCursorToUnacknowledged(QueuePair qp) {
        SendContext send = qp.send;
        send.nextIndex = send.headIndex;
        send.nextOffset = send.isOutstanding() ? acknowledgedBytes(qp) : 0;
        send.nextPsn = send.unackedPsn;
    }

    private void armTimer(QueuePair qp, long nowNs) {
        if (qp.timeoutNs() != 0) {
            blocks.timers().arm(qp.slot(), nowNs + qp.timeoutNs(), nowNs);
        }
    }
}
