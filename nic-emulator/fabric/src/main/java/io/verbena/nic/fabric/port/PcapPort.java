package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;

/**
 * Writes each packet that the port below took, as that port sealed it: what was really sent. Packets that come are not
 * written, as the port that sent them has done so; two NICs share a {@link PcapWriter}.
 */
public final class PcapPort implements Port {
    /** iovec pieces name payload by native address, anywhere in the process. */
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final Port next;
    private final PcapWriter writer;
    private final LongSupplier epochNs;
    private final EthernetFrame frame = new EthernetFrame();

    /**
     * Stacks on a port that seals.
     *
     * @param epochNs nanoseconds since 1970
     */
    public PcapPort(Port next, PcapWriter writer, LongSupplier epochNs) {
        this.next = next;
        this.writer = writer;
        this.epochNs = epochNs;
    }

    @Override
    public int send(TransmitBatch batch, int count) {
        int sent = next.send(batch, count);
        if (sent > 0) {
            long now = epochNs.getAsLong();
            for (int i = 0; i < sent; i++) {
                write(batch.train(i), now);
            }
        }
        return sent;
    }

    private void write(TransmitTrain train, long now) {
        Envelope envelope = next.envelope(train);
        if (envelope instanceof Envelope.Dropped) {
            return;
        }
        for (int packet = 0; packet < train.count(); packet++) {
            frame.begin(envelope, train, packet, next.sentIdentification(packet));
            train.copyPacket(packet, EVERYTHING, frame.bytes(), frame.udpPayloadOffset());
            writer.write(now, frame.end());
        }
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
