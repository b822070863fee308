package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.abi.AccessFlags;
import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.SendWqe;
import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.dma.DmaEngine;
import io.verbena.nic.datapath.dma.DmaEngine.Source;
import io.verbena.nic.datapath.fetch.WqeFetcher;
import io.verbena.nic.datapath.memory.RangeList;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.packet.PacketBuilder;
import io.verbena.nic.datapath.packet.RequestOpCodes;
import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.SendContext;
import io.verbena.nic.datapath.reliability.Outstanding;
import io.verbena.nic.datapath.reliability.Window;
import io.verbena.nic.datapath.translation.AddressTranslator;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.TransmitTrain;

/**
 * Turns the work requests of a granted queue pair into request packets. Sending again is the same walk from an earlier
 * cursor: the work request is fetched again and compared with the digest of the first time.
 */
final class Requester {
    /** A train's worth, so that queue pairs take turns. */
    private static final int BURST_BYTES = 61_440;

    private static final int BURST_PACKETS = TransmitTrain.MAX_PACKETS;

    private final Blocks blocks;
    private final QpErrors errors;
    private final RangeList pieces = new RangeList();

    Requester(Blocks blocks, QpErrors errors) {
        this.blocks = blocks;
        this.errors = errors;
    }

    Progress send(QueuePair qp, TrainWriter out, long nowNs) {
        long start = out.bytes();
        for (int packets = 0; packets < BURST_PACKETS && out.bytes() - start < BURST_BYTES; ) {
            SendContext send = qp.send;
            if (qp.state != QpState.RTS || send.rnrWaiting || isStalled(send)) {
                return Progress.IDLE;
            }
            Path path = qp.connectedPath();
            boolean fresh = send.nextIndex == send.tailIndex;
            if ((fresh && !posted(qp)) || !Window.admits(send, path, Window.charge(1, 1))) {
                return Progress.IDLE;
            }
            SendWqe wqe = blocks.fetcher().fetchSend(qp, send.nextIndex);
            if (!(fresh ? mayStart(qp, wqe) : isUnchanged(qp, wqe))) {
                return Progress.IDLE;
            }
            // The message goes on until something stops it, without another look at the work request.
            int index = send.nextIndex;
            do {
                Progress progress = wqe.opcode() == WrOpcode.RDMA_READ.code()
                        ? sendRead(qp, wqe, path, out)
                        : sendPacket(qp, wqe, path, out);
                if (progress != Progress.MORE) {
                    return progress;
                }
                armTimer(qp, nowNs);
                packets++;
            } while (send.nextIndex == index && packets < BURST_PACKETS && out.bytes() - start < BURST_BYTES);
        }
        return Progress.MORE;
    }

    /** What was sent before a faulty work request may still have to be sent again. */
    private static boolean isStalled(SendContext send) {
        return send.fault != null && send.nextIndex == send.faultIndex;
    }

    private boolean posted(QueuePair qp) {
        int posted = blocks.fetcher().postedSends(qp);
        if (posted == WqeFetcher.IMPOSSIBLE) {
            errors.fail(qp, "send_producer_impossible");
        }
        return posted > 0;
    }

    /** Checks a work request that was never sent. */
    private boolean mayStart(QueuePair qp, SendWqe wqe) {
        SendContext send = qp.send;
        WcStatus fault = WqeFetcher.fault(qp, wqe);
        if (fault == null && !wqe.isInline()) {
            int access = wqe.opcode() == WrOpcode.RDMA_READ.code() ? AccessFlags.LOCAL_WRITE : 0;
            if (!AddressTranslator.allows(blocks.function(qp).keys(), qp.pd(), wqe.sges(), access)) {
                fault = WcStatus.LOC_PROT_ERR;
            }
        }
        if (fault != null) {
            errors.stall(qp, send.nextIndex, fault);
            return false;
        }
        // The fence waits for READs only (IBTA 10.8.3.3); every other response is an acknowledgement in order.
        if (wqe.has(SendFlags.FENCE) && send.readsOutstanding > 0) {
            return false;
        }
        int ahead = Psn.distance(send.nextPsn, send.unackedPsn);
        return !send.isOutstanding() || ahead + Psn.packets(wqe.lengthBytes(), qp.pathMtu) < Psn.WINDOW;
    }

    private boolean isUnchanged(QueuePair qp, SendWqe wqe) {
        if (wqe.digest() != Outstanding.digest(qp.send, qp.send.nextIndex)) {
            errors.stall(qp, qp.send.nextIndex, WcStatus.LOC_QP_OP_ERR);
            return false;
        }
        return true;
    }

    private Progress sendPacket(QueuePair qp, SendWqe wqe, Path path, TrainWriter out) {
        SendContext send = qp.send;
        long length = wqe.lengthBytes();
        int payload = (int) Math.min(qp.pathMtu, length - send.nextOffset);
        long charge = Window.charge(payload, 1);
        if (!Window.admits(send, path, charge)) {
            return Progress.IDLE;
        }
        if (!resolve(qp, wqe, payload)) {
            errors.stall(qp, send.nextIndex, WcStatus.LOC_PROT_ERR);
            return Progress.IDLE;
        }
        WrOpcode operation = operation(wqe);
        boolean last = send.nextOffset + payload == length;
        OpCode opCode = RequestOpCodes.of(operation, send.nextOffset == 0, last);
        int bytes = PacketBuilder.packetBytes(opCode, payload);
        TransmitTrain train = out.open(path, bytes, DmaEngine.piecesNeeded(pieces));
        if (train == null) {
            return Progress.NO_ROOM;
        }
        begin(qp, wqe, length);
        boolean ackRequested = last || Window.wantsAck(send, path, charge);
        boolean solicited = last && wqe.has(SendFlags.SOLICITED) && operation != WrOpcode.RDMA_WRITE;
        PacketBuilder builder = blocks.builder();
        int header = builder.begin(train, qp, opCode, solicited, ackRequested, send.nextPsn, payload);
        if (operation.isWrite() && opCode.isStart()) {
            builder.reth(train, wqe.remoteAddress(), wqe.rkey(), length);
        }
        if (opCode.hasImmediate()) {
            builder.immediate(train, wqe.immediate());
        }
        DmaEngine.gather(pieces, Source.LENT, PacketBuilder.padBytes(payload), train, header, builder.icrc());
        Window.onSent(send, path, charge, ackRequested);
        advance(qp, payload, 1, last, bytes);
        return Progress.MORE;
    }

    /** Asks for one chunk. The responses' PSNs are the chunk's (IBTA 9.7.2); on the wire each chunk is a READ of its own. */
    private Progress sendRead(QueuePair qp, SendWqe wqe, Path path, TrainWriter out) {
        SendContext send = qp.send;
        long length = wqe.lengthBytes();
        long offset = send.nextOffset;
        long chunk = Math.min(send.readChunkBytes - offset % send.readChunkBytes, length - offset);
        int packets = Psn.packets(chunk, qp.pathMtu);
        long charge = Window.charge(chunk, packets);
        if (send.readsOutstanding >= qp.maxRdAtomic || !Window.admits(send, path, charge)) {
            return Progress.IDLE;
        }
        pieces.clear();
        int bytes = PacketBuilder.packetBytes(OpCode.RC_READ_REQUEST, 0);
        TransmitTrain train = out.open(path, bytes, 0);
        if (train == null) {
            return Progress.NO_ROOM;
        }
        begin(qp, wqe, length);
        PacketBuilder builder = blocks.builder();
        int header = builder.begin(train, qp, OpCode.RC_READ_REQUEST, false, true, send.nextPsn, 0);
        builder.reth(train, wqe.remoteAddress() + offset, wqe.rkey(), chunk);
        DmaEngine.gather(pieces, Source.LENT, 0, train, header, builder.icrc());
        Window.onSent(send, path, charge, true);
        send.readsOutstanding++;
        advance(qp, chunk, packets, offset + chunk == length, bytes);
        return Progress.MORE;
    }

    private boolean resolve(QueuePair qp, SendWqe wqe, int payload) {
        long offset = qp.send.nextOffset;
        if (wqe.isInline()) {
            pieces.clear();
            if (payload > 0) {
                pieces.add(qp.queueRange(), wqe.payloadOffset() + offset, payload);
            }
            return true;
        }
        return AddressTranslator.resolve(blocks.function(qp).keys(), qp.pd(), wqe.sges(), offset, payload, 0, pieces);
    }

    /** Enters a work request among the outstanding ones when its first packet is about to go for the first time. */
    private void begin(QueuePair qp, SendWqe wqe, long length) {
        SendContext send = qp.send;
        if (send.nextIndex == send.tailIndex) {
            int last = Psn.add(send.nextPsn, Psn.packets(length, qp.pathMtu) - 1);
            boolean signaled = qp.sqSigAll() || wqe.has(SendFlags.SIGNALED);
            blocks.outstanding().add(send, last, wqe.opcode(), signaled, length, wqe.digest());
        }
    }

    private void advance(QueuePair qp, long bytes, int psns, boolean last, int packetBytes) {
        SendContext send = qp.send;
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.TRANSMIT_PACKETS);
        counters.add(Counter.TRANSMIT_BYTES, packetBytes);
        boolean again = Psn.distance(send.nextPsn, send.highPsn) < 0;
        send.nextPsn = Psn.add(send.nextPsn, psns);
        send.nextOffset += bytes;
        if (again) {
            counters.increment(Counter.RETRANSMIT_PACKETS);
        }
        if (Psn.distance(send.nextPsn, send.highPsn) > 0) {
            send.highPsn = send.nextPsn;
        }
        if (last) {
            send.nextIndex++;
            send.nextOffset = 0;
            if (!again) {
                counters.increment(Counter.TRANSMIT_MESSAGES);
            }
        }
    }

    private void armTimer(QueuePair qp, long nowNs) {
        long timeoutNs = qp.timeoutNs();
        if (timeoutNs != 0 && !blocks.timers().isArmed(qp.slot())) {
            blocks.timers().arm(qp.slot(), nowNs + timeoutNs, nowNs);
        }
    }

    private static WrOpcode operation(SendWqe wqe) {
        WrOpcode operation = WrOpcode.of(wqe.opcode());
        if (operation == null) {
            throw new IllegalStateException("a checked work request has an operation");
        }
        return operation;
    }
}
