package io.verbena.nic.fabric.dissect;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** Classic pcap files, record by record: microseconds or nanoseconds, either byte order, gzip or not. */
public final class PcapReader implements AutoCloseable {
    /** The largest snap length that capture programs write; more is a broken length field. */
    public static final int MAX_RECORD_BYTES = 262_144;

    private static final int MAGIC_MICROSECONDS = 0xa1b2_c3d4;
    private static final int MAGIC_NANOSECONDS = 0xa1b2_3c4d;
    private static final int MAGIC_PCAPNG = 0x0a0d_0d0a;
    private static final int FILE_HEADER_BYTES = 24;
    private static final int LINK_TYPE_OFFSET = 20;
    private static final int LINK_TYPE_MASK = 0xffff;
    private static final int RECORD_HEADER_BYTES = 16;

    private final InputStream in;
    private final ByteOrder order;
    private final int linkType;
    private final int fractionNs;
    private final byte[] header = new byte[RECORD_HEADER_BYTES];
    private final byte[] record = new byte[MAX_RECORD_BYTES];
    private int recordBytes;
    private int originalBytes;
    private long timeNs;

    private PcapReader(InputStream in) throws IOException {
        this.in = in;
        byte[] start = in.readNBytes(FILE_HEADER_BYTES);
        if (start.length < FILE_HEADER_BYTES) {
            throw new PcapFormatException("no pcap file: it has only " + start.length + " bytes");
        }
        int magic = ByteBuffer.wrap(start).getInt();
        if (magic == MAGIC_PCAPNG) {
            throw new PcapFormatException("a pcapng file; convert it with: editcap -F pcap IN OUT");
        }
        boolean swapped =
                magic == Integer.reverseBytes(MAGIC_MICROSECONDS) || magic == Integer.reverseBytes(MAGIC_NANOSECONDS);
        int plain = swapped ? Integer.reverseBytes(magic) : magic;
        if (plain != MAGIC_MICROSECONDS && plain != MAGIC_NANOSECONDS) {
            throw new PcapFormatException("no pcap file: it starts with 0x%08x".formatted(magic));
        }
        order = swapped ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        fractionNs = plain == MAGIC_NANOSECONDS ? 1 : 1_000;
        linkType = ByteBuffer.wrap(start).order(order).getInt(LINK_TYPE_OFFSET) & LINK_TYPE_MASK;
    }

    /**
     * Opens a file.
     *
     * @throws PcapFormatException when it is no classic pcap
     */
    public static PcapReader open(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file));
        try {
            in.mark(2);
            boolean zipped = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            return new PcapReader(zipped ? new BufferedInputStream(new GZIPInputStream(in)) : in);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Takes the next record.
     *
     * @return false at the end of the file
     * @throws PcapFormatException when the file ends inside a record or a length makes no sense
     */
    public boolean next() throws IOException {
        int read = in.readNBytes(header, 0, header.length);
        if (read == 0) {
            return false;
        }
        ByteBuffer fields = ByteBuffer.wrap(header).order(order);
        if (read < header.length) {
            throw new PcapFormatException("the file ends inside a record header");
        }
        timeNs = (fields.getInt(0) & 0xffff_ffffL) * 1_000_000_000L + (fields.getInt(4) & 0xffff_ffffL) * fractionNs;
        recordBytes = fields.getInt(8);
        originalBytes = fields.getInt(12);
        if (recordBytes < 0 || recordBytes > MAX_RECORD_BYTES) {
            throw new PcapFormatException(
                    "a record claims %d bytes, more than a capture has".formatted(recordBytes & 0xffff_ffffL));
        }
        int got = in.readNBytes(record, 0, recordBytes);
        if (got < recordBytes) {
            throw new PcapFormatException("the file ends inside a record: %d of %d bytes".formatted(got, recordBytes));
        }
        return true;
    }

    /** Data link type (the tcpdump project's LINKTYPE numbers). */
    public int linkType() {
        return linkType;
    }

    /** Since the epoch. */
    public long timeNs() {
        return timeNs;
    }

    /** The captured bytes, big-endian; valid until the next record. */
    public ByteBuffer bytes() {
        return ByteBuffer.wrap(record, 0, recordBytes).slice();
    }

    /** Bytes that the packet had; more than captured when the capture cut it short. */
    public int originalBytes() {
        return originalBytes;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
