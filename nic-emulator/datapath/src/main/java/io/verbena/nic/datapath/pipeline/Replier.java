package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.abi.AccessFlags;
import io.verbena.nic.datapath.dma.DmaEngine;
import io.verbena.nic.datapath.dma.DmaEngine.Source;
import io.verbena.nic.datapath.memory.HostRange;
import io.verbena.nic.datapath.memory.RangeList;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.packet.PacketBuilder;
import io.verbena.nic.datapath.qp.Path;
import io.verbena.nic.datapath.qp.Psn;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.qp.ReadRing;
import io.verbena.nic.datapath.qp.ReceiveContext;
import io.verbena.nic.datapath.reliability.ReplayCache;
import io.verbena.nic.datapath.translation.AddressTranslator;
import io.verbena.nic.datapath.wire.OpCode;
import io.verbena.nic.datapath.wire.Syndrome;
import io.verbena.nic.datapath.wire.TransmitTrain;

/**
 * Sends what a responder owes: READ responses, oldest READ first, then the acknowledgement, then a NAK. One
 * acknowledgement answers all requests that came since the last grant, as it confirms every PSN before its own.
 */
final class Replier {
    private static final int BURST_BYTES = 61_440;

    private final Blocks blocks;
    private final QpErrors errors;
    private final RangeList pieces = new RangeList();

    Replier(Blocks blocks, QpErrors errors) {
        this.blocks = blocks;
        this.errors = errors;
    }

    Progress reply(QueuePair qp, TrainWriter out) {
        ReceiveContext receive = qp.receive;
        Path path = qp.path;
        if (path == null) {
            return Progress.IDLE;
        }
        long start = out.bytes();
        while (receive.reads.active > 0) {
            if (out.bytes() - start >= BURST_BYTES) {
                return Progress.MORE;
            }
            if (!sendReadResponse(qp, path, out)) {
                return Progress.NO_ROOM;
            }
        }
        if (receive.ackPending) {
            int psn = Psn.add(receive.expectedPsn, -1);
            if (!sendAcknowledge(qp, path, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT), psn, out)) {
                return Progress.NO_ROOM;
            }
            receive.ackPending = false;
        }
        if (receive.nakPending != 0) {
            if (receive.nakPending == Syndrome.NAK_SEQUENCE) {
                // The expected request may have come since, late; what is missing now is what comes after it.
                receive.nakPsn = receive.expectedPsn;
                receive.nakLatched = true;
            }
            if (!sendAcknowledge(qp, path, receive.nakPending, receive.nakPsn, out)) {
                return Progress.NO_ROOM;
            }
            receive.nakPending = 0;
        }
        return Progress.IDLE;
    }

    private boolean sendReadResponse(QueuePair qp, Path path, TrainWriter out) {
        ReadRing ring = qp.receive.reads;
        int entry = ReplayCache.oldestActive(ring);
        int packet = ring.nextPacket[entry];
        long offset = (long) packet * qp.pathMtu;
        int payload = (int) Math.min(qp.pathMtu, ring.endBytes[entry] - offset);
        pieces.clear();
        if (payload > 0) {
            long address = ring.address[entry] + offset;
            HostRange range = AddressTranslator.translate(
                    blocks.function(qp).keys(), ring.rkey[entry], qp.pd(), address, payload, AccessFlags.REMOTE_READ);
            if (range == null) {
                refuse(qp, Psn.add(ring.firstPsn[entry], packet));
                return true;
            }
            pieces.add(range, address - range.address(), payload);
        }
        OpCode opCode = opCode(packet == ring.startPacket[entry], packet == ring.endPacket[entry] - 1);
        int bytes = PacketBuilder.packetBytes(opCode, payload);
        TransmitTrain train = out.open(path, bytes, DmaEngine.piecesNeeded(pieces));
        if (train == null) {
            return false;
        }
        PacketBuilder builder = blocks.builder();
        int psn = Psn.add(ring.firstPsn[entry], packet);
        int header = builder.begin(train, qp, opCode, false, false, psn, payload);
        if (opCode != OpCode.RC_READ_RESPONSE_MIDDLE) {
            builder.aeth(train, Syndrome.ack(Syndrome.NO_CREDIT_LIMIT), ring.msn[entry]);
        }
        DmaEngine.gather(pieces, Source.SHARED, PacketBuilder.padBytes(payload), train, header, builder.icrc());
        ReplayCache.onSent(ring, entry);
        count(qp, bytes);
        return true;
    }

    private static OpCode opCode(boolean first, boolean last) {
        if (first) {
            return last ? OpCode.RC_READ_RESPONSE_ONLY : OpCode.RC_READ_RESPONSE_FIRST;
        }
        return last ? OpCode.RC_READ_RESPONSE_LAST : OpCode.RC_READ_RESPONSE_MIDDLE;
    }

    /** The region went away between two responses: the connection ends there (IBTA 9.7.4.1.6). */
    private void refuse(QueuePair qp, int psn) {
        ReplayCache.stop(qp.receive.reads);
        qp.receive.ackPending = false;
        qp.receive.nakPending = Syndrome.NAK_REMOTE_OPERATIONAL;
        qp.receive.nakPsn = psn;
        blocks.function(qp).counters().increment(Counter.ERROR_NAKS_SENT);
        errors.fail(qp, "read_region_gone");
    }

    private boolean sendAcknowledge(QueuePair qp, Path path, int syndrome, int psn, TrainWriter out) {
        int bytes = PacketBuilder.packetBytes(OpCode.RC_ACKNOWLEDGE, 0);
        TransmitTrain train = out.open(path, bytes, 0);
        if (train == null) {
            return false;
        }
        PacketBuilder builder = blocks.builder();
        int header = builder.begin(train, qp, OpCode.RC_ACKNOWLEDGE, false, false, psn, 0);
        builder.aeth(train, syndrome, qp.receive.msn);
        pieces.clear();
        DmaEngine.gather(pieces, Source.SHARED, 0, train, header, builder.icrc());
        count(qp, bytes);
        return true;
    }

    private void count(QueuePair qp, int bytes) {
        Counters counters = blocks.function(qp).counters();
        counters.increment(Counter.TRANSMIT_PACKETS);
        counters.add(Counter.TRANSMIT_BYTES, bytes);
    }
}
