package io.verbena.nic.datapath.pipeline;

import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.qp.QpState;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.scheduler.QpScheduler;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;

/** The data path as a whole: doorbells, trains and time in; trains out. */
public final class Pipeline {
    private final Blocks blocks;
    private final QpErrors errors;
    private final Requester requester;
    private final Replier replier;
    private final Completer completer;
    private final Receiver receiver;
    private final TrainWriter writer;

    public Pipeline(Blocks blocks, QpErrors errors, int maxPacketsPerTrain) {
        this.blocks = blocks;
        this.errors = errors;
        requester = new Requester(blocks, errors);
        replier = new Replier(blocks, errors);
        completer = new Completer(blocks, errors);
        receiver = new Receiver(blocks, new Responder(blocks, errors), completer);
        writer = new TrainWriter(maxPacketsPerTrain);
    }

    public void onDoorbell(QueuePair qp) {
        blocks.function(qp).counters().increment(Counter.DOORBELLS);
        if (qp.state == QpState.ERR) {
            errors.flush(qp);
        } else {
            blocks.activateRequests(qp);
        }
    }

    public void onTrain(ReceivedTrain train, long nowNs) {
        receiver.onTrain(train, nowNs);
    }

    public void onTime(long nowNs) {
        for (int slot = blocks.timers().poll(nowNs);
                slot >= 0;
                slot = blocks.timers().poll(nowNs)) {
            QueuePair qp = blocks.queuePairs().bySlot(slot);
            if (qp != null) {
                completer.onTimer(qp, nowNs);
            }
        }
    }

    /** @return trains filled, from the first of the batch on */
    public int pollTransmit(TransmitBatch batch, long nowNs) {
        QpScheduler scheduler = blocks.scheduler();
        writer.begin(batch);
        boolean full = false;
        while (!full) {
            int slot = scheduler.grant();
            if (slot == QpScheduler.NONE) {
                break;
            }
            QueuePair qp = blocks.queuePairs().bySlot(slot);
            if (qp == null) {
                continue;
            }
            int kind = scheduler.grantedKind();
            long before = writer.bytes();
            Progress progress =
                    kind == QpScheduler.RESPONSE ? replier.reply(qp, writer) : requester.send(qp, writer, nowNs);
            scheduler.charge(qp.function(), writer.bytes() - before);
            switch (progress) {
                case IDLE -> {}
                case MORE -> scheduler.activate(slot, qp.function(), kind);
                case NO_ROOM -> {
                    scheduler.restore(slot, qp.function(), kind);
                    full = true;
                }
            }
        }
        return writer.end();
    }
}
