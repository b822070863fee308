package io.verbena.nic.datapath.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/**
 * A registered range of a host's memory. A virtual address is the memory's own address.
 *
 * <p>CRCs need {@link ByteBuffer}s, which end at 2 GiB: views of 1 GiB are made at registration, each reaching a packet's
 * payload into the next, so that a payload lies in one of them wherever it starts.
 */
public final class HostRange {
    private static final int VIEW_SHIFT = 30;
    private static final long VIEW_BYTES = 1L << VIEW_SHIFT;
    /** The largest path MTU: no piece of payload is longer. */
    private static final long OVERLAP_BYTES = 4096;

    private final MemorySegment segment;
    private final long address;
    private final long lengthBytes;
    private final ByteBuffer[] views;

    /** @param segment native and accessible by the NIC's owner */
    public HostRange(MemorySegment segment) {
        this.segment = segment;
        this.address = segment.address();
        this.lengthBytes = segment.byteSize();
        this.views = new ByteBuffer[(int) ((lengthBytes + VIEW_BYTES - 1) >>> VIEW_SHIFT)];
        for (int i = 0; i < views.length; i++) {
            long start = (long) i << VIEW_SHIFT;
            views[i] = segment.asSlice(start, Math.min(VIEW_BYTES + OVERLAP_BYTES, lengthBytes - start))
                    .asByteBuffer();
        }
    }

    public MemorySegment segment() {
        return segment;
    }

    public long address() {
        return address;
    }

    public long lengthBytes() {
        return lengthBytes;
    }

    /** Whether {@code bytes} from a virtual address lie inside; no sum overflows. */
    public boolean contains(long virtualAddress, long bytes) {
        long offset = virtualAddress - address;
        return offset >= 0 && bytes >= 0 && offset <= lengthBytes && bytes <= lengthBytes - offset;
    }

    /** The view that holds a payload starting at {@code offset}. */
    public ByteBuffer view(long offset) {
        return views[(int) (offset >>> VIEW_SHIFT)];
    }

    /** Where {@code offset} lies in its {@link #view}. */
    public int viewOffset(long offset) {
        return (int) (offset & VIEW_BYTES - 1);
    }
}
