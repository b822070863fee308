package io.verbena.bench;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.linux.Libc;
import io.verbena.nic.device.linux.MessageHeader;
import io.verbena.nic.device.linux.SocketAddress;
import io.verbena.nic.device.linux.SocketOptions;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The kernel's UDP with UDP_SEGMENT and UDP_GRO and nothing else: what a NIC is measured against. One thread. */
final class RawUdp implements AutoCloseable {
    static final int PORT = 47_910;
    /** What a NIC sends at MTU 4096: 15 packets of 4112 bytes. */
    private static final int SEGMENT_BYTES = 4112;

    private static final int SEGMENTS = 15;
    private static final int AF_INET = 2;
    private static final int SOCK_DGRAM_NONBLOCK = 2 | 0x800;
    private static final int BUFFER_BYTES = 4 << 20;
    /** The sender walks through as much memory as a memory region of the benchmark has. */
    private static final int SOURCE_BYTES = 1 << 20;

    private final Libc libc = new Libc();
    private final MessageHeader header = new MessageHeader();
    private final MemorySegment source = Arena.ofAuto().allocate(SOURCE_BYTES + (64 << 10), 4096);
    private final MemorySegment target = Arena.ofAuto().allocate(64 << 10, 4096);
    private final MemorySegment iovec = Arena.ofAuto().allocate(16, 8);
    private final int descriptor;

    /** Bytes that went through in a time. */
    record Moved(long bytes, long ns) {}

    RawUdp(Gid address) throws IOException {
        descriptor = libc.socket(AF_INET, SOCK_DGRAM_NONBLOCK);
        SocketOptions options = new SocketOptions(libc);
        if (options.set(descriptor, SocketOptions.SOL_SOCKET, SocketOptions.SO_RCVBUFFORCE, BUFFER_BYTES) < 0) {
            options.set(descriptor, SocketOptions.SOL_SOCKET, SocketOptions.SO_RCVBUF, BUFFER_BYTES);
        }
        options.set(descriptor, SocketOptions.SOL_SOCKET, SocketOptions.SO_SNDBUF, BUFFER_BYTES);
        options.set(descriptor, SocketOptions.SOL_UDP, SocketOptions.UDP_GRO, 1);
        SocketAddress name = new SocketAddress();
        int bytes = name.put(address.high(), address.low(), PORT);
        int result = libc.bind(descriptor, name.memory(), bytes);
        if (result < 0) {
            libc.close(descriptor);
            throw new IOException("cannot bind " + address + " UDP port " + PORT + ": " + Libc.describe(-result));
        }
    }

    /** Sends for a time, as fast as the kernel takes it. */
    Moved send(Gid peer, long windowNs) {
        long bytes = 0;
        long offset = 0;
        long start = System.nanoTime();
        long now = start;
        while (now - start < windowNs) {
            iovec.set(ValueLayout.JAVA_LONG, 0, source.address() + offset);
            iovec.set(ValueLayout.JAVA_LONG, 8, SEGMENTS * SEGMENT_BYTES);
            header.beginSend(peer.high(), peer.low(), PORT, iovec.address(), 1);
            header.addSegmentSize(SEGMENT_BYTES);
            int sent = libc.send(descriptor, header.memory());
            if (sent > 0) {
                bytes += sent;
                offset = (offset + sent) % SOURCE_BYTES;
            }
            now = System.nanoTime();
        }
        return new Moved(bytes, now - start);
    }

    /** Receives until nothing came for a while after the first datagram; the time is from the first to the last. */
    Moved receive(long silenceNs, long limitNs) {
        long bytes = 0;
        long begin = System.nanoTime();
        long first = 0;
        long last = begin;
        long now = begin;
        while (now - begin < limitNs && (first == 0 || now - last < silenceNs)) {
            iovec.set(ValueLayout.JAVA_LONG, 0, target.address());
            iovec.set(ValueLayout.JAVA_LONG, 8, target.byteSize());
            header.beginReceive(iovec.address(), 1);
            int received = libc.receive(descriptor, header.memory());
            now = System.nanoTime();
            if (received > 0) {
                last = now;
                if (first == 0) {
                    first = now;
                } else {
                    bytes += received;
                }
            }
        }
        return new Moved(bytes, first == 0 ? 0 : last - first);
    }

    @Override
    public void close() {
        libc.close(descriptor);
    }
}
