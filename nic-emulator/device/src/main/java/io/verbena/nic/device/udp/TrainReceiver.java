package io.verbena.nic.device.udp;

import io.verbena.nic.device.linux.Libc;
import io.verbena.nic.device.linux.MessageHeader;
import io.verbena.nic.device.linux.SocketAddress;
import io.verbena.nic.device.linux.SocketOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;

/** Receives trains of datagrams into one buffer, with what the kernel says beside them; valid until the next one. */
public final class TrainReceiver {
    /** The largest UDP payload, and with it the largest train that can come. */
    private static final int BUFFER_BYTES = 64 << 10;

    private final UdpCounters counters;
    private final MemorySegment bytes = Arena.ofAuto().allocate(BUFFER_BYTES, 4096);
    private final ByteBuffer buffer = bytes.asByteBuffer();
    private final MemorySegment iovec = Arena.ofAuto().allocate(16, 8);
    private final MessageHeader header = new MessageHeader();
    private int segmentBytes;
    private int tos;
    private int ttl;

    public TrainReceiver(UdpCounters counters) {
        this.counters = counters;
        iovec.set(ValueLayout.JAVA_LONG, 0, bytes.address());
        iovec.set(ValueLayout.JAVA_LONG, 8, BUFFER_BYTES);
    }

    /** Takes what waits at a socket; gives its bytes, or -1 for nothing. */
    public int receive(UdpSocket socket) {
        header.beginReceive(iovec.address(), 1);
        int length = socket.receive(header);
        if (length < 0) {
            if (length != -Libc.EAGAIN && length != -Libc.EINTR) {
                counters.add(UdpCounter.RECEIVE_FAILURES, 1);
            }
            return -1;
        }
        readControl(socket, length);
        if (header.truncated()) {
            counters.add(UdpCounter.RECEIVE_TRUNCATED_PACKETS, 1);
            return -1;
        }
        return length;
    }

    private void readControl(UdpSocket socket, int length) {
        segmentBytes = Math.max(length, 1);
        tos = 0;
        ttl = 0;
        for (int at = header.firstControl(); at >= 0; at = header.nextControl(at)) {
            int type = header.controlType(at);
            switch (header.controlLevel(at)) {
                case SocketOptions.SOL_UDP -> {
                    if (type == SocketOptions.UDP_GRO) {
                        segmentBytes = Math.max(header.controlInt(at), 1);
                    }
                }
                case SocketOptions.SOL_IP -> {
                    if (type == SocketOptions.IP_TOS) {
                        tos = header.controlByte(at);
                    } else if (type == SocketOptions.IP_TTL) {
                        ttl = header.controlInt(at);
                    }
                }
                case SocketOptions.SOL_IPV6 -> {
                    if (type == SocketOptions.IPV6_TCLASS) {
                        tos = header.controlInt(at);
                    } else if (type == SocketOptions.IPV6_HOPLIMIT) {
                        ttl = header.controlInt(at);
                    }
                }
                case SocketOptions.SOL_SOCKET -> {
                    if (type == SocketOptions.SO_RXQ_OVFL) {
                        int fresh = socket.newOverflows(header.controlInt(at));
                        counters.add(UdpCounter.RECEIVE_QUEUE_OVERFLOWS, fresh);
                    }
                }
                default -> {}
            }
        }
    }

    public MemorySegment bytes() {
        return bytes;
    }

    /** The same bytes; position and limit are the reader's to move. */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Of each datagram but the last. */
    public int segmentBytes() {
        return segmentBytes;
    }

    public int tos() {
        return tos;
    }

    public int ttl() {
        return ttl;
    }

    /** Who sent it. */
    public SocketAddress peer() {
        return header.address();
    }
}
