package io.verbena.nic.device.udp;

import static io.verbena.nic.device.linux.SocketOptions.SOL_IP;
import static io.verbena.nic.device.linux.SocketOptions.SOL_IPV6;
import static io.verbena.nic.device.linux.SocketOptions.SOL_SOCKET;
import static io.verbena.nic.device.linux.SocketOptions.SOL_UDP;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.linux.Libc;
import io.verbena.nic.device.linux.MessageHeader;
import io.verbena.nic.device.linux.SocketAddress;
import io.verbena.nic.device.linux.SocketOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.BindException;

/**
 * A non-blocking, unconnected UDP socket of one address. Unconnected, since a connected one numbers its packets
 * from a counter that nobody sees, and the ICRC covers the number.
 */
public final class UdpSocket implements AutoCloseable {
    private static final int AF_INET = 2;
    private static final int AF_INET6 = 10;
    private static final int SOCK_DGRAM_NONBLOCK_CLOEXEC = 2 | 0x800 | 0x80000;
    private static final int SEND_BUFFER_BYTES = 4 << 20;

    private final Libc libc = new Libc();
    private final SocketOptions options = new SocketOptions(libc);
    private final MessageHeader outgoing = new MessageHeader();
    private final MemorySegment iovec = Arena.ofAuto().allocate(16, 8);
    private final Gid address;
    private final boolean ipv4;
    private final int descriptor;
    private int overflowsSeen;

    /**
     * Opens and binds.
     *
     * @param port 0 for any
     * @throws BindException when the port is in use there
     * @throws IOException naming the address, the port and what to do
     */
    public UdpSocket(Gid address, int port, UdpSettings settings) throws IOException {
        this.address = address;
        this.ipv4 = address.isIpv4();
        descriptor = libc.socket(ipv4 ? AF_INET : AF_INET6, SOCK_DGRAM_NONBLOCK_CLOEXEC);
        if (descriptor < 0) {
            throw new IOException("no UDP socket for " + address + ": " + Libc.describe(-descriptor));
        }
        try {
            setOptions(settings);
            bind(port);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void setOptions(UdpSettings settings) throws IOException {
        if (ipv4) {
            require(SOL_IP, SocketOptions.IP_MTU_DISCOVER, SocketOptions.PMTUDISC_DO, "IP_MTU_DISCOVER");
            require(SOL_IP, SocketOptions.IP_RECVTOS, 1, "IP_RECVTOS");
            require(SOL_IP, SocketOptions.IP_RECVTTL, 1, "IP_RECVTTL");
        } else {
            require(SOL_IPV6, SocketOptions.IPV6_V6ONLY, 1, "IPV6_V6ONLY");
            require(SOL_IPV6, SocketOptions.IPV6_MTU_DISCOVER, SocketOptions.PMTUDISC_DO, "IPV6_MTU_DISCOVER");
            require(SOL_IPV6, SocketOptions.IPV6_RECVTCLASS, 1, "IPV6_RECVTCLASS");
            require(SOL_IPV6, SocketOptions.IPV6_RECVHOPLIMIT, 1, "IPV6_RECVHOPLIMIT");
        }
        require(SOL_SOCKET, SocketOptions.SO_RXQ_OVFL, 1, "SO_RXQ_OVFL");
        options.set(descriptor, SOL_SOCKET, SocketOptions.SO_SNDBUF, SEND_BUFFER_BYTES);
        // Only a privileged process may go beyond net.core.rmem_max; others get what that allows.
        int wanted = settings.receiveBufferBytes();
        if (options.set(descriptor, SOL_SOCKET, SocketOptions.SO_RCVBUFFORCE, wanted) < 0) {
            options.set(descriptor, SOL_SOCKET, SocketOptions.SO_RCVBUF, wanted);
        }
        if (settings.coalescing()) {
            // Missing before Linux 5.0: datagrams then come one by one, which is slower and right.
            options.set(descriptor, SOL_UDP, SocketOptions.UDP_GRO, 1);
        }
    }

    private void require(int level, int option, int value, String name) throws IOException {
        int result = options.set(descriptor, level, option, value);
        if (result < 0) {
            throw new IOException("the kernel refuses " + name + " for " + address + ": " + Libc.describe(-result));
        }
    }

    private void bind(int port) throws IOException {
        SocketAddress name = new SocketAddress();
        int nameBytes = name.put(address.high(), address.low(), port);
        int result = libc.bind(descriptor, name.memory(), nameBytes);
        if (result == 0) {
            return;
        }
        String what = "cannot receive on " + address + " UDP port " + port + ": ";
        throw switch (-result) {
            case Libc.EADDRINUSE ->
                new BindException(what + "the port is in use there. Stop the program that has it (ss -ulnp 'sport = :"
                        + port + "' names it; one bound to all addresses blocks each of them),"
                        + " or take another address.");
            case Libc.EADDRNOTAVAIL ->
                new IOException(what + "no interface of this machine has that address. Add it (ip address add "
                        + address + " dev <interface>), or take an address that this machine has.");
            default -> new IOException(what + Libc.describe(-result));
        };
    }

    public Gid address() {
        return address;
    }

    public int descriptor() {
        return descriptor;
    }

    /** The port that a bind to 0 got. */
    int boundPort() throws IOException {
        SocketAddress name = new SocketAddress();
        MemorySegment length = Arena.ofAuto().allocateFrom(ValueLayout.JAVA_INT, 28);
        int result = libc.socketName(descriptor, name.memory(), length);
        if (result < 0) {
            throw new IOException("no name of the socket of " + address + ": " + Libc.describe(-result));
        }
        return name.port();
    }

    /** Payload that the receive buffer holds: the kernel doubles what was asked, for its own structures. */
    int receiveBufferBytes() {
        return options.read(descriptor, SOL_SOCKET, SocketOptions.SO_RCVBUF) / 2;
    }

    boolean coalesces() {
        return options.read(descriptor, SOL_UDP, SocketOptions.UDP_GRO) == 1;
    }

    /** Whether the kernel knows UDP_SEGMENT at all (Linux 4.18); an older one would ignore the control message. */
    boolean knowsSegmentation() {
        return options.read(descriptor, SOL_UDP, SocketOptions.UDP_SEGMENT) >= 0;
    }

    /**
     * Sends pieces to one destination, as datagrams of {@code segmentBytes}, the last one maybe shorter.
     *
     * @param segmentBytes 0 for one datagram
     * @return bytes sent, or minus errno
     */
    public int send(long high, long low, int port, int tos, long iovecAddress, int iovecCount, int segmentBytes) {
        outgoing.beginSend(high, low, port, iovecAddress, iovecCount);
        if (segmentBytes > 0) {
            outgoing.addSegmentSize(segmentBytes);
        }
        if (tos != 0) {
            outgoing.addTos(ipv4, tos);
        }
        return libc.send(descriptor, outgoing.memory());
    }

    /** Sends one datagram that lies in one piece. */
    int send(long high, long low, int port, int tos, MemorySegment datagram) {
        iovec.set(ValueLayout.JAVA_LONG, 0, datagram.address());
        iovec.set(ValueLayout.JAVA_LONG, 8, datagram.byteSize());
        return send(high, low, port, tos, iovec.address(), 1, 0);
    }

    /** Receives into what {@code header} was begun with; gives bytes or minus errno. */
    int receive(MessageHeader header) {
        return libc.receive(descriptor, header.memory());
    }

    /** Takes the kernel's running total of drops, which wraps at 32 bits; gives what is new. */
    int newOverflows(int total) {
        int fresh = total - overflowsSeen;
        overflowsSeen = total;
        return fresh;
    }

    @Override
    public void close() {
        libc.close(descriptor);
    }
}
