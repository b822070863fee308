package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/** A wire that seals as a UDP socket does, takes a bounded number of trains a call, and keeps the PSNs it took. */
final class RecordingPort implements Port {
    final List<List<Integer>> trains = new ArrayList<>();
    int trainsPerCall = Integer.MAX_VALUE;
    Envelope envelope = Envelope.PLAIN;

    private final Icrc icrc = new Icrc();
    private final MemorySegment everything = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private final MemorySegment packet = Arena.ofAuto().allocate(TransmitTrain.MAX_BYTES);

    @Override
    public int send(TransmitBatch batch, int count) {
        int taken = Math.min(count, trainsPerCall);
        for (int i = 0; i < taken; i++) {
            TransmitTrain train = batch.train(i);
            List<Integer> psns = new ArrayList<>();
            for (int p = 0; p < train.count(); p++) {
                if (train.source().isIpv4()) {
                    train.seal(p, icrc.identificationDifference(28 + train.packetBytes(p), sentIdentification(p)));
                }
                train.copyPacket(p, everything, packet, 0);
                psns.add(Bth.psn(packet, 0));
            }
            trains.add(psns);
        }
        return taken;
    }

    List<Integer> psns() {
        return trains.stream().flatMap(List::stream).toList();
    }

    @Override
    public void open(Gid address, int vni) {}

    @Override
    public void close(Gid address) {}

    @Override
    public boolean receive(ReceivedTrain train) {
        return false;
    }

    @Override
    public Envelope envelope(TransmitTrain train) {
        return envelope;
    }

    /** A tunnel's inner packets have 0. */
    @Override
    public int sentIdentification(int packet) {
        return envelope instanceof Envelope.Tunnel ? 0 : packet;
    }

    @Override
    public PortLimits limits() {
        return new PortLimits(Trains.MTU, 64, 212_992, 0);
    }

    @Override
    public void close() {}
}
