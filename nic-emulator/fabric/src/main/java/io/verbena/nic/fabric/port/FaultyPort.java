package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Harms single packets on their way out, before they are sealed: what is left of a train goes on as a train. Counts what
 * it did; the counts may be read from any thread.
 */
public final class FaultyPort implements Port {
    private static final int NOT_HELD = -1;

    private final Port next;
    private final FaultRates rates;
    private final SplittableRandom random;
    private final TransmitBatch harmed;
    /** Index in the caller's batch of each train of {@link #harmed}: a train may vanish whole. */
    private final int[] originOf;
    /** Packets lost from each train of the caller's batch. */
    private final int[] lostIn;

    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong duplicated = new AtomicLong();
    private final AtomicLong reordered = new AtomicLong();

    /**
     * Stacks on a port.
     *
     * @param batchCapacity trains of the largest batch that will be sent
     * @param seed the same seed and packets give the same faults
     */
    public FaultyPort(Port next, FaultRates rates, int batchCapacity, long seed) {
        this.next = next;
        this.rates = rates;
        this.random = new SplittableRandom(seed);
        this.harmed =
                new TransmitBatch(batchCapacity, Arena.ofAuto(), next.limits().packetOverheadBytes());
        this.originOf = new int[batchCapacity];
        this.lostIn = new int[batchCapacity];
    }

    @Override
    public int send(TransmitBatch batch, int count) {
        int trains = 0;
        for (int i = 0; i < count; i++) {
            TransmitTrain target = harmed.train(trains);
            lostIn[i] = harm(batch.train(i), target);
            if (target.count() > 0) {
                originOf[trains++] = i;
            }
        }
        int sent = next.send(harmed, trains);
        int taken = sent < trains ? originOf[sent] : count;
        for (int i = 0; i < taken; i++) {
            lost.addAndGet(lostIn[i]);
        }
        return taken;
    }

    /** Copies a train as it arrives, and says how many packets were lost from it. */
    private int harm(TransmitTrain train, TransmitTrain target) {
        target.begin(train.source(), train.destination(), train.tos());
        int lostHere = 0;
        int held = NOT_HELD;
        for (int packet = 0; packet < train.count(); packet++) {
            // A short packet ends a train, so nothing changes places with it.
            boolean full = train.packetBytes(packet) == train.segmentBytes();
            if (held != NOT_HELD && !full) {
                append(train, held, target);
                held = NOT_HELD;
            }
            if (hits(rates.lossPercent())) {
                lostHere++;
            } else if (held == NOT_HELD && full && hits(rates.reorderingPercent())) {
                held = packet;
            } else {
                append(train, packet, target);
                if (held != NOT_HELD) {
                    append(train, held, target);
                    held = NOT_HELD;
                    reordered.incrementAndGet();
                }
            }
        }
        if (held != NOT_HELD) {
            append(train, held, target);
        }
        target.end();
        return lostHere;
    }

    private void append(TransmitTrain train, int packet, TransmitTrain target) {
        target.appendPacket(train, packet);
        if (hits(rates.duplicationPercent()) && hasRoomForOneMore(train, packet, target)) {
            target.appendPacket(train, packet);
            duplicated.incrementAndGet();
        }
    }

    /** Whether a packet may come twice and the whole rest of its train after it. */
    private boolean hasRoomForOneMore(TransmitTrain train, int packet, TransmitTrain target) {
        int bytes = train.packetBytes(packet);
        int packetsAfter = train.count() - target.count();
        boolean fits = target.accepts(bytes, next.limits().maxPacketsPerTrain() - packetsAfter, train.pieceCount());
        int overheadBytes = (target.count() + 1 + packetsAfter) * next.limits().packetOverheadBytes();
        return fits
                && target.totalBytes() + bytes + packetsAfter * train.segmentBytes() + overheadBytes
                        <= TransmitTrain.MAX_BYTES;
    }

    private boolean hits(double percent) {
        return percent > 0 && random.nextDouble() * 100 < percent;
    }

    /** Packets that vanished. */
    public long lostPackets() {
        return lost.get();
    }

    /** Packets sent once more. */
    public long duplicatedPackets() {
        return duplicated.get();
    }

    /** Packets overtaken by their successor. */
    public long reorderedPackets() {
        return reordered.get();
    }

    @Override
    public void open(Gid address, int vni) throws IOException {
        next.open(address, vni);
    }

    @Override
    public void close(Gid address) {
        next.close(address);
    }

    @Override
    public boolean receive(ReceivedTrain train) {
        return next.receive(train);
    }

    @Override
    public PortLimits limits() {
        return next.limits();
    }

    @Override
    public Envelope envelope(TransmitTrain train) {
        return next.envelope(train);
    }

    @Override
    public int sentIdentification(int packet) {
        return next.sentIdentification(packet);
    }

    @Override
    public void close() {
        next.close();
    }
}
