package io.verbena.nic.device.overlay;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Icrc;
import io.verbena.nic.datapath.wire.ReceivedTrain;
import io.verbena.nic.datapath.wire.ReceivedTrain.Identification;
import io.verbena.nic.datapath.wire.TransmitBatch;
import io.verbena.nic.datapath.wire.TransmitTrain;
import io.verbena.nic.device.linux.Epoll;
import io.verbena.nic.device.udp.LinkProbe;
import io.verbena.nic.device.udp.LostTrains;
import io.verbena.nic.device.udp.TrainReceiver;
import io.verbena.nic.device.udp.UdpCounter;
import io.verbena.nic.device.udp.UdpCounters;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.nic.device.udp.UdpSocket;
import io.verbena.nic.fabric.port.Envelope;
import io.verbena.nic.fabric.port.Port;
import io.verbena.nic.fabric.port.PortLimits;
import io.verbena.nic.fabric.port.UdpHeaders;
import io.verbena.nic.fabric.port.Vxlan;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * VXLAN as a port: the settings' link address is the tunnel endpoint of all functions. A train goes out in one
 * {@code sendmsg} straight from its pieces, as on the plain port. What comes in one {@code recvmsg} may be of several
 * flows, since they all share the outer one, and is handed on flow by flow.
 *
 * <p>Invariant: a packet reaches the NIC only if its inner destination is a function of this NIC in the packet's VNI, and
 * its inner source lives at the tunnel endpoint that sent it.
 */
public final class OverlayPort implements Port {
    private static final Logger log = LoggerFactory.getLogger(OverlayPort.class);

    /** In one call, when none of them holds a packet for us: a flood must not keep the owner from its other work. */
    private static final int BUFFERS_PER_RECEIVE = 4;

    private final Gid self;
    private final PortLimits limits;
    private final UdpCounters counters = new UdpCounters();
    private final OverlayDrops drops = new OverlayDrops();
    private final UdpSocket socket;
    private final Epoll epoll;
    private final Routes routes;
    private final Encapsulation encapsulation = new Encapsulation();
    private final LostTrains lost = new LostTrains(counters);
    private final TrainReceiver receiver = new TrainReceiver(counters);
    /** The receiver's bytes under a position and limit that nobody moves. */
    private final ByteBuffer datagrams = receiver.buffer().duplicate();

    private final InnerPacket first = new InnerPacket();
    private final InnerPacket following = new InnerPacket();
    /** What is left of the last receive. */
    private int next;

    private int length;
    private int step;

    /**
     * Probes what kernel and link give, and opens the tunnel endpoint.
     *
     * @throws IOException when its address or port cannot be had, or the link's packets are too small for RoCE in VXLAN
     */
    public OverlayPort(UdpSettings settings, Locations locations) throws IOException {
        self = settings.link();
        limits = LinkProbe.limits(settings, tunnelBytes(self), Encapsulation.MAX_HEADER_BYTES);
        routes = new Routes(self, locations);
        socket = new UdpSocket(self, Vxlan.UDP_PORT, settings);
        epoll = watching(socket);
        log.info(
                "overlay port at {}: active MTU {}, {} packets in a send, receive buffer {} bytes of {} asked",
                self,
                limits.activeMtu(),
                limits.maxPacketsPerTrain(),
                limits.receiveBufferBytes(),
                settings.receiveBufferBytes());
    }

    private static Epoll watching(UdpSocket socket) throws IOException {
        try {
            Epoll epoll = new Epoll();
            epoll.add(socket.descriptor(), 0);
            return epoll;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    /** Outer IP and UDP, VXLAN, inner Ethernet; an inner IPv6 header is in what RoCE needs anyway. */
    private static int tunnelBytes(Gid vtep) {
        int outerIp = vtep.isIpv4() ? Icrc.IPV4_BYTES : Icrc.IPV6_BYTES;
        return outerIp + Icrc.UDP_BYTES + Vxlan.HEADER_BYTES + UdpHeaders.ETHERNET_BYTES;
    }

    @Override
    public void open(Gid address, int vni) throws IOException {
        if (vni < 1 || vni > Vxlan.MAX_VNI) {
            throw new IOException(
                    "a function on an overlay has a VNI of 1 to " + Vxlan.MAX_VNI + ", and " + address + " has " + vni);
        }
        routes.open(address, vni);
    }

    @Override
    public void close(Gid address) {
        routes.close(address);
    }

    @Override
    public int send(TransmitBatch batch, int count) {
        for (int i = 0; i < count; i++) {
            if (!send(batch.train(i))) {
                counters.add(UdpCounter.TRANSMIT_WOULD_BLOCK, 1);
                return i;
            }
        }
        return count;
    }

    /** Sends a train or loses it with a count; false when it would block. */
    private boolean send(TransmitTrain train) {
        Routes.Route route = route(train);
        Network network = route.network();
        Gid vtep = route.vtep();
        if (network == null) {
            counters.add(UdpCounter.TRANSMIT_NO_SOURCE_TRAINS, 1);
            return true;
        }
        if (vtep == null) {
            drops.add(OverlayDrop.UNKNOWN_LOCATION, train.count());
            return true;
        }
        encapsulation.wrap(train, network.vni());
        int segmentBytes = train.segmentBytes() + Encapsulation.headerBytes(isIpv4(train));
        int result = socket.send(
                vtep.high(),
                vtep.low(),
                Vxlan.UDP_PORT,
                train.tos(),
                encapsulation.iovecAddress(0),
                encapsulation.pieceCount(),
                train.count() > 1 ? segmentBytes : 0);
        if (result >= 0) {
            return true;
        }
        if (LostTrains.wouldBlock(result)) {
            return false;
        }
        if (train.count() > 1 && LostTrains.refusesSegments(result)) {
            counters.add(UdpCounter.TRANSMIT_UNSEGMENTED_TRAINS, 1);
            sendPacketwise(train, vtep);
            return true;
        }
        lost.onLost(train, -result);
        return true;
    }

    private Routes.Route route(TransmitTrain train) {
        return routes.route(train.sourceHigh(), train.sourceLow(), train.destinationHigh(), train.destinationLow());
    }

    private static boolean isIpv4(TransmitTrain train) {
        return Gid.isIpv4(train.sourceHigh(), train.sourceLow());
    }

    private void sendPacketwise(TransmitTrain train, Gid vtep) {
        for (int i = 0; i < train.count(); i++) {
            int result = socket.send(
                    vtep.high(),
                    vtep.low(),
                    Vxlan.UDP_PORT,
                    train.tos(),
                    encapsulation.iovecAddress(i),
                    encapsulation.pieceCount(i),
                    0);
            if (result < 0) {
                lost.onLost(train, -result);
                return;
            }
        }
    }

    @Override
    public boolean receive(ReceivedTrain train) {
        for (int buffers = 0; ; buffers++) {
            while (next < length) {
                if (readRun(train)) {
                    return true;
                }
            }
            if (buffers == BUFFERS_PER_RECEIVE || !refill()) {
                return false;
            }
        }
    }

    private boolean refill() {
        next = 0;
        length = Math.max(0, receiver.receive(socket));
        return length > 0;
    }

    /** Takes the packets of one flow from what is left, or one packet that nobody gets. */
    private boolean readRun(ReceivedTrain train) {
        int stride = receiver.segmentBytes();
        int start = next;
        int bytes = Math.min(stride, length - start);
        next += bytes;
        OverlayDrop refusal = first.read(datagrams, start, bytes);
        if (refusal == null) {
            refusal = routes.refusal(
                    first, receiver.peer().high(), receiver.peer().low());
        }
        if (refusal != null) {
            drops.add(refusal, 1);
            return false;
        }
        int end = start + first.headerBytes + first.roceBytes;
        step = -1;
        for (int packet = 1; next < length && first.fills; packet++) {
            int more = Math.min(stride, length - next);
            if (!continues(packet, start, more)) {
                break;
            }
            next += more;
            end = next;
        }
        int payload = start + first.headerBytes;
        train.setBytes(
                receiver.bytes(),
                receiver.buffer(),
                payload,
                end - payload,
                first.fills ? stride - first.headerBytes : first.roceBytes,
                stride);
        train.setPath(first.destinationHigh, first.destinationLow, first.sourceHigh, first.sourceLow, first.sourcePort);
        train.setIpFields(withCongestion(first.tos, receiver.tos()), first.ttl);
        train.setIdentification(
                first.ipv4 ? Identification.EXACT : Identification.NONE, first.identification, Math.max(0, step));
        return true;
    }

    /** Whether the next packet belongs to the run that began at {@code start}. */
    private boolean continues(int packet, int start, int bytes) {
        if (step <= 0 && bytes == receiver.segmentBytes() && sameBytes(start, next, first.headerBytes)) {
            step = 0;
            return true;
        }
        if (following.read(datagrams, next, bytes) != null || !following.fills || !following.sameFlow(first)) {
            return false;
        }
        int counted = following.identification - first.identification & 0xffff;
        if (!first.ipv4) {
            return true;
        }
        if (step < 0) {
            step = counted;
        }
        return counted == (packet * step & 0xffff);
    }

    private boolean sameBytes(int a, int b, int count) {
        MemorySegment bytes = receiver.bytes();
        return MemorySegment.mismatch(bytes, a, a + count, bytes, b, b + count) < 0;
    }

    /** A mark that the packet got on its way through the tunnel goes on with it (RFC 6040, section 4.2). */
    private static int withCongestion(int innerTos, int outerTos) {
        boolean marked = (outerTos & 3) == 3 && (innerTos & 3) != 0;
        return marked ? innerTos | 3 : innerTos;
    }

    @Override
    public PortLimits limits() {
        return limits;
    }

    @Override
    public Envelope envelope(TransmitTrain train) {
        Routes.Route route = route(train);
        Network network = route.network();
        Gid vtep = route.vtep();
        return network == null || vtep == null ? Envelope.DROPPED : new Envelope.Tunnel(self, vtep, network.vni());
    }

    /** Of the inner packet. */
    @Override
    public int sentIdentification(int packet) {
        return 0;
    }

    /** Readable when a train waits; for the waiting of the owner. */
    public Epoll readiness() {
        return epoll;
    }

    public UdpCounters counters() {
        return counters;
    }

    public OverlayDrops drops() {
        return drops;
    }

    @Override
    public void close() {
        routes.closeAll();
        epoll.remove(socket.descriptor());
        socket.close();
        epoll.close();
    }
}
