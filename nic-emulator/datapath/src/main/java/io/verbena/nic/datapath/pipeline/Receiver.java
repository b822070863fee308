package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.Counters;
import io.verbena.nic.datapath.observe.DropReason;
import io.verbena.nic.datapath.packet.PacketParser;
import io.verbena.nic.datapath.packet.ParsedPacket;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.wire.OpCode.TransportService;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import org.jspecify.annotations.Nullable;

/** Finds out whom a packet is for and whether it may be trusted, cheapest check first, and hands it on. */
final class Receiver {
    private final Blocks blocks;
    private final Responder responder;
    private final Completer completer;
    private final PacketParser parser = new PacketParser();

    Receiver(Blocks blocks, Responder responder, Completer completer) {
        this.blocks = blocks;
        this.responder = responder;
        this.completer = completer;
    }

    void onTrain(ReceivedTrain train, long nowNs) {
        parser.begin(train);
        int count = train.count();
        for (int i = 0; i < count; i++) {
            onPacket(train, i, nowNs);
        }
    }

    private void onPacket(ReceivedTrain train, int index, long nowNs) {
        DropReason unreadable = parser.parse(train, index);
        if (unreadable != null) {
            blocks.port().drop(unreadable);
            return;
        }
        ParsedPacket packet = parser.packet();
        QueuePair qp = blocks.queuePairs().byNumber(packet.destinationQpn());
        if (qp == null) {
            blocks.port().drop(DropReason.UNKNOWN_QPN);
            return;
        }
        FunctionPort function = blocks.function(qp);
        if (!function.hasAddress(train.localHigh(), train.localLow())) {
            blocks.port().drop(DropReason.WRONG_DESTINATION);
            return;
        }
        Counters counters = function.counters();
        DropReason untrusted = untrusted(qp, packet, train, index);
        if (untrusted != null) {
            counters.drop(untrusted);
            return;
        }
        counters.increment(Counter.RECEIVE_PACKETS);
        counters.add(Counter.RECEIVE_BYTES, packet.packetBytes());
        if (packet.opCode().isRequest()) {
            responder.onRequest(qp, packet);
        } else {
            completer.onResponse(qp, packet, nowNs);
        }
    }

    private @Nullable DropReason untrusted(QueuePair qp, ParsedPacket packet, ReceivedTrain train, int index) {
        if (packet.opCode().service() != TransportService.RC) {
            return DropReason.WRONG_SERVICE;
        }
        if (qp.path == null || !qp.state.receives()) {
            return DropReason.QP_STATE;
        }
        if (!qp.path.comesFrom(train.peerHigh(), train.peerLow())) {
            return DropReason.WRONG_SOURCE;
        }
        if (!parser.pkeyMatches()) {
            return DropReason.BAD_PKEY;
        }
        return parser.icrcMatches(train, index) ? null : DropReason.BAD_ICRC;
    }
}
