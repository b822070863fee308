package io.verbena.nic.fabric.port;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A classic pcap file of Ethernet frames with nanosecond times, shared by ports of several owner threads. A capture that
 * cannot be written must not stop a NIC: the first error ends the file, is kept, and {@link #close} throws it.
 */
public final class PcapWriter implements AutoCloseable {
    private static final int MAGIC_NANOSECONDS = 0xa1b2_3c4d;
    private static final short VERSION_MAJOR = 2;
    private static final short VERSION_MINOR = 4;
    private static final int SNAP_BYTES = 262_144;
    private static final int LINK_ETHERNET = 1;
    private static final int RECORD_HEADER_BYTES = 16;
    private static final int BUFFER_BYTES = 1 << 20;
    private static final long NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final Path file;
    private final OutputStream out;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private @Nullable IOException failure;
    private long packets;

    private PcapWriter(Path file, OutputStream out) {
        this.file = file;
        this.out = out;
        buffer.putInt(MAGIC_NANOSECONDS).putShort(VERSION_MAJOR).putShort(VERSION_MINOR);
        buffer.putLong(0).putInt(SNAP_BYTES).putInt(LINK_ETHERNET);
    }

    /**
     * Makes the file, or empties the one that is there.
     *
     * @throws IOException when it cannot be made, naming it
     */
    public static PcapWriter create(Path file) throws IOException {
        return new PcapWriter(file, Files.newOutputStream(file));
    }

    /**
     * Appends a frame.
     *
     * @param epochNs since 1970
     * @param frame from its position to its limit, which stay
     */
    public synchronized void write(long epochNs, ByteBuffer frame) {
        if (failure != null) {
            return;
        }
        if (buffer.remaining() < RECORD_HEADER_BYTES + frame.remaining()) {
            drain();
        }
        buffer.putInt((int) (epochNs / NS_PER_SECOND)).putInt((int) (epochNs % NS_PER_SECOND));
        buffer.putInt(frame.remaining()).putInt(frame.remaining());
        buffer.put(frame.duplicate());
        packets++;
    }

    private void drain() {
        try {
            out.write(buffer.array(), 0, buffer.position());
        } catch (IOException e) {
            failure = new IOException("cannot write the capture " + file + " after " + packets + " packets", e);
        }
        buffer.clear();
    }

    /** Packets given so far. */
    public synchronized long packets() {
        return packets;
    }

    /**
     * Writes what is left.
     *
     * @throws IOException the first error of the file's life; the file then ends early
     */
    @Override
    public synchronized void close() throws IOException {
        drain();
        try {
            out.close();
        } catch (IOException e) {
            if (failure == null) {
                throw e;
            }
            failure.addSuppressed(e);
        }
        if (failure != null) {
            throw failure;
        }
    }
}
