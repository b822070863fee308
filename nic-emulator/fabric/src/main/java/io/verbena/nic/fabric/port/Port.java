package io.verbena.nic.fabric.port;

import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import java.io.IOException;

/** A wire that carries trains between addresses. Not thread-safe: the NIC's owner drives it. */
public interface Port extends AutoCloseable {
    /** UDP port of RoCEv2 (IANA). */
    int ROCE_UDP_PORT = Bth.UDP_PORT;

    /**
     * Starts to receive for an address of this NIC.
     *
     * @param vni the VXLAN network that the address is in; ignored by a wire that has none
     * @throws IOException when the address cannot be had, naming it and what to do
     */
    void open(Gid address, int vni) throws IOException;

    /** Stops receiving for an address; trains that wait there are lost, as on a link that goes down. */
    void close(Gid address);

    /**
     * Sends the first {@code count} trains, sealed for what the wire puts around them.
     *
     * @return trains taken, in order; fewer when the wire is full, and the rest is sent again by the caller in this turn or dropped
     */
    int send(TransmitBatch batch, int count);

    /**
     * Takes one train that came, if any; valid until the next call.
     *
     * @return false when nothing waits
     */
    boolean receive(ReceivedTrain train);

    PortLimits limits();

    /** What goes around the packets of a train that {@link #send} took; asked within the same turn. */
    default Envelope envelope(TransmitTrain train) {
        return Envelope.PLAIN;
    }

    /**
     * IPv4 identification that packet {@code packet} of a train leaves with. Segments of one UDP_SEGMENT send are counted
     * from 0, a datagram sent with DF alone has 0.
     */
    default int sentIdentification(int packet) {
        return packet;
    }

    @Override
    void close();
}
