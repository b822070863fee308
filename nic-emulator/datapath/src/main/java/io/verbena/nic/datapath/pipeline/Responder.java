package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.abi.AccessFlags;
import io.verbena.nic.datapath.abi.ReceiveWqe;
import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.dma.DmaEngine;
import io.verbena.nic.datapath.fetch.WqeFetcher;
import io.verbena.nic.datapath.memory.HostRange;
import io.verbena.nic.datapath.memory.RangeList;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.packet.ParsedPacket;
import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.ReceiveContext;
import io.verbena.nic.datapath.qp.ReceiveContext.Open;
import io.verbena.nic.datapath.reliability.ReplayCache;
import io.verbena.nic.datapath.translation.AddressTranslator;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.OpCode.Operation;
import io.verbena.nic.datapath.wire.Syndrome;
import java.util.Locale;

/**
 * Executes requests. The order of checks is that of the specification (IBTA 9.7.4, 9.9): sequence, opcode, rights of the
 * queue pair, receive work request, length, key; then execution. What is sent back is left on the queue pair for the
 * {@link Replier}.
 */
final class Responder {
    private final Blocks blocks;
    private final QpErrors errors;
    private final RangeList pieces = new RangeList();

    Responder(Blocks blocks, QpErrors errors) {
        this.blocks = blocks;
        this.errors = errors;
    }

    void onRequest(QueuePair qp, ParsedPacket packet) {
        ReceiveContext receive = qp.receive;
        int distance = Psn.distance(packet.psn(), receive.expectedPsn);
        if (distance > 0) {
            onGap(qp);
        } else if (distance < 0) {
            onDuplicate(qp, packet);
        } else {
            receive.nakLatched = false;
            execute(qp, packet);
        }
    }

    private void onGap(QueuePair qp) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.OUT_OF_SEQUENCE_REQUESTS);
        counters.drop(DropReason.OUT_OF_SEQUENCE);
        // One NAK for a gap, then silence until it is filled (IBTA C9-114).
        if (!qp.receive.nakLatched) {
            qp.receive.nakLatched = true;
            counters.increment(Counter.SEQUENCE_NAKS_SENT);
            nak(qp, Syndrome.NAK_SEQUENCE);
        }
    }

    private void onDuplicate(QueuePair qp, ParsedPacket packet) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.DUPLICATE_REQUESTS);
        if (packet.opCode().operation() != Operation.READ_REQUEST) {
            // Acknowledged whether or not it asks: the requester may have lost the acknowledgement (IBTA C9-105).
            qp.receive.ackPending = true;
            blocks.activateResponses(qp);
            return;
        }
        boolean kept = packet.payloadBytes() == 0
                && ReplayCache.restart(
                        qp.receive.reads,
                        packet.psn(),
                        packet.address(),
                        packet.rkey(),
                        packet.lengthBytes(),
                        qp.pathMtu);
        if (kept) {
            blocks.activateResponses(qp);
        } else {
            counters.drop(DropReason.DUPLICATE_UNKNOWN);
        }
    }

    private void execute(QueuePair qp, ParsedPacket packet) {
        OpCode opCode = packet.opCode();
        Operation operation = opCode.operation();
        if (!followsOpenMessage(qp.receive.open, opCode)) {
            refuse(qp, Syndrome.NAK_INVALID_REQUEST, "opcode_sequence");
            return;
        }
        switch (operation) {
            case SEND -> {
                if (opCode.has(Header.IETH)) {
                    refuse(qp, Syndrome.NAK_INVALID_REQUEST, "unsupported_opcode");
                } else {
                    onSend(qp, packet);
                }
            }
            case WRITE -> {
                if ((qp.accessFlags & AccessFlags.REMOTE_WRITE) == 0) {
                    refuse(qp, Syndrome.NAK_INVALID_REQUEST, "write_not_allowed");
                } else {
                    onWrite(qp, packet);
                }
            }
            case READ_REQUEST -> {
                if ((qp.accessFlags & AccessFlags.REMOTE_READ) == 0) {
                    refuse(qp, Syndrome.NAK_INVALID_REQUEST, "read_not_allowed");
                } else {
                    onRead(qp, packet);
                }
            }
            case ATOMIC, RESYNCHRONIZE, NOTIFY, READ_RESPONSE, ATOMIC_ACKNOWLEDGE, ACKNOWLEDGE ->
                refuse(qp, Syndrome.NAK_INVALID_REQUEST, "unsupported_opcode");
        }
    }

    private static boolean followsOpenMessage(Open open, OpCode opCode) {
        if (opCode.isStart()) {
            return open == Open.NONE;
        }
        return switch (opCode.operation()) {
            case SEND -> open == Open.SEND;
            case WRITE -> open == Open.WRITE;
            default -> false;
        };
    }

    private void onSend(QueuePair qp, ParsedPacket packet) {
        ReceiveContext receive = qp.receive;
        OpCode opCode = packet.opCode();
        if (!hasReceive(qp)) {
            return;
        }
        if (!opCode.payloadRule().accepts(packet.payloadBytes(), qp.pathMtu)) {
            refuse(qp, Syndrome.NAK_INVALID_REQUEST, "packet_length");
            return;
        }
        ReceiveWqe wqe = blocks.fetcher().fetchReceive(qp, receive.consumerIndex);
        if (!WqeFetcher.isUsable(qp, wqe)) {
            refuseReceive(qp, wqe, Syndrome.NAK_REMOTE_OPERATIONAL, WcStatus.LOC_QP_OP_ERR);
            return;
        }
        long position = opCode.isStart() ? 0 : receive.openPosition;
        int payload = packet.payloadBytes();
        if (position + payload > wqe.sges().lengthBytes()) {
            refuseReceive(qp, wqe, Syndrome.NAK_INVALID_REQUEST, WcStatus.LOC_LEN_ERR);
            return;
        }
        boolean allowed = AddressTranslator.resolve(
                blocks.function(qp).keys(), qp.pd(), wqe.sges(), position, payload, AccessFlags.LOCAL_WRITE, pieces);
        if (!allowed) {
            refuseReceive(qp, wqe, Syndrome.NAK_REMOTE_OPERATIONAL, WcStatus.LOC_PROT_ERR);
            return;
        }
        DmaEngine.scatter(packet.bytes(), packet.payloadOffset(), pieces);
        receive.open = opCode.isEnd() ? Open.NONE : Open.SEND;
        receive.openPosition = position + payload;
        accept(qp, packet, 1);
        if (opCode.hasImmediate()) {
            errors.completeReceiveImmediate(qp, wqe, WcOpcode.RECV, receive.openPosition, packet.immediate());
        } else if (opCode.isEnd()) {
            errors.completeReceive(qp, wqe, WcOpcode.RECV, receive.openPosition);
        }
    }

    private void onWrite(QueuePair qp, ParsedPacket packet) {
        ReceiveContext receive = qp.receive;
        OpCode opCode = packet.opCode();
        int payload = packet.payloadBytes();
        if (opCode.hasImmediate() && !hasReceive(qp)) {
            return;
        }
        long address = opCode.isStart() ? packet.address() : receive.openPosition;
        int rkey = opCode.isStart() ? packet.rkey() : receive.openRkey;
        long remaining = opCode.isStart() ? packet.lengthBytes() : receive.openRemaining;
        boolean lengthFits = opCode.payloadRule().accepts(payload, qp.pathMtu)
                && remaining <= WqeFetcher.MAX_MESSAGE_BYTES
                && (opCode.isEnd() ? payload == remaining : payload < remaining);
        if (!lengthFits) {
            refuse(qp, Syndrome.NAK_INVALID_REQUEST, "write_length");
            return;
        }
        if (remaining > 0 && !placeWrite(qp, packet, rkey, address, remaining)) {
            refuse(qp, Syndrome.NAK_REMOTE_ACCESS, "remote_access");
            return;
        }
        receive.open = opCode.isEnd() ? Open.NONE : Open.WRITE;
        receive.openPosition = address + payload;
        receive.openRkey = rkey;
        receive.openRemaining = remaining - payload;
        receive.openLength = opCode.isStart() ? remaining : receive.openLength;
        if (opCode.hasImmediate()) {
            ReceiveWqe wqe = blocks.fetcher().fetchReceive(qp, receive.consumerIndex);
            accept(qp, packet, 1);
            errors.completeReceiveImmediate(
                    qp, wqe, WcOpcode.RECV_RDMA_WITH_IMM, receive.openLength, packet.immediate());
        } else {
            accept(qp, packet, 1);
        }
    }

    /** The key is looked up for each packet: the region may have gone since the first one. */
    private boolean placeWrite(QueuePair qp, ParsedPacket packet, int rkey, long address, long remaining) {
        HostRange range = AddressTranslator.translate(
                blocks.function(qp).keys(), rkey, qp.pd(), address, remaining, AccessFlags.REMOTE_WRITE);
        if (range == null) {
            return false;
        }
        pieces.clear();
        pieces.add(range, address - range.address(), packet.payloadBytes());
        DmaEngine.scatter(packet.bytes(), packet.payloadOffset(), pieces);
        return true;
    }

    private void onRead(QueuePair qp, ParsedPacket packet) {
        ReceiveContext receive = qp.receive;
        long length = packet.lengthBytes();
        if (!ReplayCache.hasRoom(receive.reads)) {
            refuse(qp, Syndrome.NAK_INVALID_REQUEST, "too_many_reads");
            return;
        }
        if (packet.payloadBytes() != 0 || length > WqeFetcher.MAX_MESSAGE_BYTES) {
            refuse(qp, Syndrome.NAK_INVALID_REQUEST, "read_length");
            return;
        }
        HostRange range = length == 0
                ? qp.queueRange()
                : AddressTranslator.translate(
                        blocks.function(qp).keys(),
                        packet.rkey(),
                        qp.pd(),
                        packet.address(),
                        length,
                        AccessFlags.REMOTE_READ);
        if (range == null) {
            refuse(qp, Syndrome.NAK_REMOTE_ACCESS, "remote_access");
            return;
        }
        int psn = receive.expectedPsn;
        int packets = Psn.packets(length, qp.pathMtu);
        accept(qp, packet, packets);
        // The responses acknowledge by themselves.
        receive.ackPending = false;
        ReplayCache.add(receive.reads, psn, packets, packet.address(), packet.rkey(), length, receive.msn);
        blocks.activateResponses(qp);
    }

    /** Whether there is a receive work request; answers with an RNR NAK when there is none (IBTA 9.7.5.2.8). */
    private boolean hasReceive(QueuePair qp) {
        int posted = blocks.fetcher().postedReceives(qp);
        if (posted == WqeFetcher.IMPOSSIBLE) {
            refuse(qp, Syndrome.NAK_REMOTE_OPERATIONAL, "receive_producer_impossible");
            return false;
        }
        if (posted == 0) {
            Counters counters = blocks.function(qp).counters();
            counters.increment(Counter.RNR_NAKS_SENT);
            counters.drop(DropReason.RECEIVER_NOT_READY);
            // What follows this request is dropped without a further NAK until the request comes again.
            qp.receive.nakLatched = true;
            nak(qp, Syndrome.rnrNak(qp.minRnrTimer));
            return false;
        }
        return true;
    }

    private void accept(QueuePair qp, ParsedPacket packet, int psns) {
        ReceiveContext receive = qp.receive;
        receive.expectedPsn = Psn.add(receive.expectedPsn, psns);
        if (packet.opCode().isEnd()) {
            receive.msn = Psn.add(receive.msn, 1);
            blocks.function(qp).counters().increment(Counter.RECEIVE_MESSAGES);
        }
        if (packet.ackRequested()) {
            receive.ackPending = true;
            blocks.activateResponses(qp);
        }
    }

    private void nak(QueuePair qp, int syndrome) {
        qp.receive.nakPending = syndrome;
        qp.receive.nakPsn = qp.receive.expectedPsn;
        blocks.activateResponses(qp);
    }

    /** Ends the connection; the NAK goes out although the queue pair is in ERR. */
    private void refuse(QueuePair qp, int syndrome, String reason) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.ERROR_NAKS_SENT);
        counters.drop(DropReason.REQUEST_REFUSED);
        nak(qp, syndrome);
        errors.fail(qp, reason);
    }

    private void refuseReceive(QueuePair qp, ReceiveWqe wqe, int syndrome, WcStatus status) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.ERROR_NAKS_SENT);
        counters.drop(DropReason.REQUEST_REFUSED);
        nak(qp, syndrome);
        if (qp.state != QpState.ERR) {
            errors.failReceive(
                    qp, wqe.wrId(), status, "receive_" + status.name().toLowerCase(Locale.ROOT));
        }
    }
}
