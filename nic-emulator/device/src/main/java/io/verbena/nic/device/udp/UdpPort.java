package io.verbena.nic.device.udp;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.device.linux.Epoll;
import io.verbena.nic.device.linux.SocketAddress;
import io.verbena.nic.fabric.port.Port;
import io.verbena.nic.fabric.port.PortLimits;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The kernel's UDP as a port. A train goes out in one {@code sendmsg} straight from its pieces, a train comes in by one
 * {@code recvmsg}.
 *
 * <p>Invariant: a train that {@link #send} took is sealed for what was sent, one that it left is as the NIC made it.
 */
public final class UdpPort implements Port {
    private static final Logger log = LoggerFactory.getLogger(UdpPort.class);

    /** Up to so many sockets are read in turn; asking epoll first pays only above. */
    private static final int DIRECT_SOCKETS = 2;

    private final UdpSettings settings;
    private final Epoll epoll;
    private final PortLimits limits;
    private final UdpCounters counters = new UdpCounters();
    private final Icrc icrc = new Icrc();
    private final MemorySegment everything = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);
    private final MemorySegment packet = Arena.ofAuto().allocate(TransmitTrain.MAX_BYTES, 64);
    private final TrainReceiver receiver = new TrainReceiver(counters);
    private final LostTrains lost = new LostTrains(counters);

    /** By slot; a closed socket leaves its slot for the next. */
    private @Nullable UdpSocket[] sockets = new UdpSocket[8];

    private int[] readable = new int[8];
    private int readableCount;
    private int readableNext;
    private int openCount;
    private int lastSender;
    private int lastReceiver;

    /**
     * Probes what kernel and link give.
     *
     * @throws IOException when the link's address cannot be had, or its packets are too small for RoCE
     */
    public UdpPort(UdpSettings settings) throws IOException {
        this.settings = settings;
        limits = LinkProbe.limits(settings, 0, 0);
        epoll = new Epoll();
        log.info(
                "UDP port on the link of {}: active MTU {}, {} packets in a send, receive buffer {} bytes of {} asked",
                settings.link(),
                limits.activeMtu(),
                limits.maxPacketsPerTrain(),
                limits.receiveBufferBytes(),
                settings.receiveBufferBytes());
    }

    @Override
    public void open(Gid address, int vni) throws IOException {
        Link link = Link.of(address);
        if (link != null && link.roceMtu(0) < limits.activeMtu()) {
            throw new IOException(address + " is on " + link.name() + " with MTU " + link.mtuBytes()
                    + ", too small for this NIC's active MTU of " + limits.activeMtu()
                    + ": name that link as the NIC's, or set its active MTU to " + link.roceMtu(0));
        }
        UdpSocket socket = new UdpSocket(address, ROCE_UDP_PORT, settings);
        int slot = freeSlot();
        try {
            epoll.add(socket.descriptor(), slot);
        } catch (IOException e) {
            socket.close();
            throw e;
        }
        sockets[slot] = socket;
        openCount++;
    }

    private int freeSlot() {
        for (int slot = 0; slot < sockets.length; slot++) {
            if (sockets[slot] == null) {
                return slot;
            }
        }
        int slot = sockets.length;
        sockets = Arrays.copyOf(sockets, slot * 2);
        readable = new int[slot * 2];
        readableCount = 0;
        return slot;
    }

    @Override
    public void close(Gid address) {
        int slot = slotOf(address.high(), address.low());
        UdpSocket socket = slot < 0 ? null : sockets[slot];
        if (socket != null) {
            epoll.remove(socket.descriptor());
            socket.close();
            sockets[slot] = null;
            readableCount = 0;
            openCount--;
        }
    }

    private int slotOf(long high, long low) {
        for (int slot = 0; slot < sockets.length; slot++) {
            UdpSocket socket = sockets[slot];
            if (socket != null
                    && socket.address().low() == low
                    && socket.address().high() == high) {
                return slot;
            }
        }
        return -1;
    }

    @Override
    public int send(TransmitBatch batch, int count) {
        for (int i = 0; i < count; i++) {
            TransmitTrain train = batch.train(i);
            UdpSocket socket = sender(train);
            if (socket == null) {
                counters.add(UdpCounter.TRANSMIT_NO_SOURCE_TRAINS, 1);
            } else if (!send(socket, train)) {
                counters.add(UdpCounter.TRANSMIT_WOULD_BLOCK, 1);
                return i;
            }
        }
        return count;
    }

    private @Nullable UdpSocket sender(TransmitTrain train) {
        UdpSocket last = sockets[lastSender];
        if (last != null
                && last.address().low() == train.sourceLow()
                && last.address().high() == train.sourceHigh()) {
            return last;
        }
        int slot = slotOf(train.sourceHigh(), train.sourceLow());
        if (slot < 0) {
            return null;
        }
        lastSender = slot;
        return sockets[slot];
    }

    /** Sends a train or loses it with a count; false when it would block. */
    private boolean send(UdpSocket socket, TransmitTrain train) {
        seal(train);
        int result = socket.send(
                train.destinationHigh(),
                train.destinationLow(),
                ROCE_UDP_PORT,
                train.tos(),
                train.pieces().address(),
                train.pieceCount(),
                train.count() > 1 ? train.segmentBytes() : 0);
        if (result >= 0) {
            return true;
        }
        if (LostTrains.wouldBlock(result)) {
            seal(train);
            return false;
        }
        if (train.count() > 1 && LostTrains.refusesSegments(result)) {
            seal(train);
            counters.add(UdpCounter.TRANSMIT_UNSEGMENTED_TRAINS, 1);
            sendPacketwise(socket, train);
            return true;
        }
        lost.onLost(train, -result);
        return true;
    }

    /** Corrects the ICRCs for identifications 0, 1, 2, ...; a second time takes the correction back. */
    private void seal(TransmitTrain train) {
        if (!Gid.isIpv4(train.sourceHigh(), train.sourceLow())) {
            return;
        }
        for (int i = 1; i < train.count(); i++) {
            int ipBytes = Icrc.IPV4_BYTES + Icrc.UDP_BYTES + train.packetBytes(i);
            train.seal(i, icrc.identificationDifference(ipBytes, i));
        }
    }

    private void sendPacketwise(UdpSocket socket, TransmitTrain train) {
        for (int i = 0; i < train.count(); i++) {
            int bytes = train.copyPacket(i, everything, packet, 0);
            int result = socket.send(
                    train.destinationHigh(),
                    train.destinationLow(),
                    ROCE_UDP_PORT,
                    train.tos(),
                    packet.asSlice(0, bytes));
            if (result < 0) {
                lost.onLost(train, -result);
                return;
            }
        }
    }

    @Override
    public boolean receive(ReceivedTrain train) {
        if (openCount > DIRECT_SOCKETS) {
            return receiveReadable(train);
        }
        for (int tried = 0; tried < sockets.length; tried++) {
            lastReceiver = (lastReceiver + 1) % sockets.length;
            UdpSocket socket = sockets[lastReceiver];
            if (socket != null && receive(socket, train)) {
                return true;
            }
        }
        return false;
    }

    /** One train from each readable socket in turn, then a new look: no socket starves another. */
    private boolean receiveReadable(ReceivedTrain train) {
        if (receiveListed(train)) {
            return true;
        }
        int events = epoll.await(0);
        readableCount = 0;
        readableNext = 0;
        for (int i = 0; i < events && readableCount < readable.length; i++) {
            int slot = epoll.token(i);
            if (slot >= 0) {
                readable[readableCount++] = slot;
            }
        }
        return receiveListed(train);
    }

    private boolean receiveListed(ReceivedTrain train) {
        while (readableNext < readableCount) {
            UdpSocket socket = sockets[readable[readableNext++]];
            if (socket != null && receive(socket, train)) {
                return true;
            }
        }
        return false;
    }

    private boolean receive(UdpSocket socket, ReceivedTrain train) {
        int bytes = receiver.receive(socket);
        if (bytes < 0) {
            return false;
        }
        Gid local = socket.address();
        SocketAddress peer = receiver.peer();
        train.setBytes(receiver.bytes(), receiver.buffer(), 0, bytes, receiver.segmentBytes());
        train.setPath(local.high(), local.low(), peer.high(), peer.low(), peer.port());
        train.setIpFields(receiver.tos(), receiver.ttl());
        // A socket never sees the identification; our own trains have their index in it.
        train.setIdentification(local.isIpv4() ? Identification.UNKNOWN : Identification.NONE, 0, 1);
        return true;
    }

    @Override
    public PortLimits limits() {
        return limits;
    }

    /** Readable when a train waits on any address; for the waiting of the owner. */
    public Epoll readiness() {
        return epoll;
    }

    public UdpCounters counters() {
        return counters;
    }

    @Override
    public void close() {
        for (int slot = 0; slot < sockets.length; slot++) {
            UdpSocket socket = sockets[slot];
            if (socket != null) {
                epoll.remove(socket.descriptor());
                socket.close();
                sockets[slot] = null;
            }
        }
        openCount = 0;
        epoll.close();
    }
}
