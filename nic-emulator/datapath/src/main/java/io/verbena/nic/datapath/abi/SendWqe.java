package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * A send work request, copied out of shared memory: each field is read once, and only this copy is checked and used.
 *
 * <pre>
 * 0   wr_id            64
 * 8   opcode           8  · SGE count 8 · flags 16
 * 12  immediate        32, as a number; sent most significant byte first
 * 16  remote address   64
 * 24  rkey             32
 * 28  inline bytes     32, with the INLINE flag
 * 32  SGEs: address 64 · length 32 · lkey 32; or inline payload
 * </pre>
 */
public final class SendWqe {
    public static final int HEADER_BYTES = 32;
    private static final int CONTROL = 8;
    private static final int IMMEDIATE = 12;
    private static final int REMOTE_ADDRESS = 16;
    private static final int RKEY = 24;
    private static final int INLINE_BYTES = 28;

    private static final int MAX_SGES = 32;
    private static final long DIGEST_FACTOR = 0x9e37_79b9_7f4a_7c15L;

    private final SgeList sges = new SgeList(MAX_SGES);
    private long wrId;
    private int opcode;
    private int sgeCount;
    private int flags;
    private int immediate;
    private long remoteAddress;
    private int rkey;
    private int inlineBytes;
    private long digest;
    private long payloadOffset;

    /** Bytes of an entry that holds so many SGEs or inline bytes, a power of two. */
    public static int stride(int sges, int inlineBytes) {
        int bytes = HEADER_BYTES + Math.max(sges * SgeList.SGE_BYTES, inlineBytes);
        return Math.max(64, Integer.highestOneBit(bytes - 1) << 1);
    }

    /** Host: writes the header. */
    public static void write(
            MemorySegment memory,
            long at,
            long wrId,
            int opcode,
            int sgeCount,
            int flags,
            int immediate,
            long remoteAddress,
            int rkey,
            int inlineBytes) {
        memory.set(Shared.LONG, at, wrId);
        memory.set(Shared.INT, at + CONTROL, opcode & 0xff | (sgeCount & 0xff) << 8 | flags << 16);
        memory.set(Shared.INT, at + IMMEDIATE, immediate);
        memory.set(Shared.LONG, at + REMOTE_ADDRESS, remoteAddress);
        memory.set(Shared.INT, at + RKEY, rkey);
        memory.set(Shared.INT, at + INLINE_BYTES, inlineBytes);
    }

    /** Host: writes one SGE behind the header. */
    public static void writeSge(MemorySegment memory, long at, int sge, long address, int lengthBytes, int lkey) {
        SgeList.write(memory, at + HEADER_BYTES, sge, address, lengthBytes, lkey);
    }

    /**
     * NIC: takes the copy.
     *
     * @param maxSges SGEs that an entry has room for; a larger count is kept as it is and its SGEs are not read
     */
    public void read(MemorySegment memory, long at, int maxSges) {
        wrId = memory.get(Shared.LONG, at);
        int control = memory.get(Shared.INT, at + CONTROL);
        opcode = control & 0xff;
        sgeCount = control >>> 8 & 0xff;
        flags = control >>> 16;
        immediate = memory.get(Shared.INT, at + IMMEDIATE);
        remoteAddress = memory.get(Shared.LONG, at + REMOTE_ADDRESS);
        rkey = memory.get(Shared.INT, at + RKEY);
        inlineBytes = memory.get(Shared.INT, at + INLINE_BYTES);
        payloadOffset = at + HEADER_BYTES;
        boolean inline = isInline();
        sges.read(memory, payloadOffset, inline || sgeCount > maxSges ? 0 : sgeCount);
        long mixed = wrId;
        mixed = (mixed ^ control) * DIGEST_FACTOR + immediate;
        mixed = (mixed ^ remoteAddress) * DIGEST_FACTOR + rkey;
        mixed = (mixed ^ inlineBytes) * DIGEST_FACTOR;
        digest = (mixed ^ sges.digest()) * DIGEST_FACTOR;
    }

    /** NIC: the id alone. */
    public static long wrId(MemorySegment memory, long at) {
        return memory.get(Shared.LONG, at);
    }

    public long wrId() {
        return wrId;
    }

    public int opcode() {
        return opcode;
    }

    public int sgeCount() {
        return sgeCount;
    }

    public int flags() {
        return flags;
    }

    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    public boolean isInline() {
        return (flags & SendFlags.INLINE) != 0;
    }

    public int immediate() {
        return immediate;
    }

    public long remoteAddress() {
        return remoteAddress;
    }

    public int rkey() {
        return rkey;
    }

    public int inlineBytes() {
        return inlineBytes;
    }

    /** Offset of the inline payload in the queue's memory. */
    public long payloadOffset() {
        return payloadOffset;
    }

    public SgeList sges() {
        return sges;
    }

    /** Bytes of the message: more than 2^31 is the sender's mistake. */
    public long lengthBytes() {
        return isInline() ? inlineBytes & 0xffff_ffffL : sges.lengthBytes();
    }

    /** A hash of all fields but inline payload: tells whether the host changed a request that it gave away. */
    public long digest() {
        return digest;
    }

    /** Host: copies inline payload behind what was copied before. */
    public static void writeInline(MemorySegment memory, long at, int offset, MemorySegment source) {
        MemorySegment.copy(
                source,
                ValueLayout.JAVA_BYTE,
                0,
                memory,
                ValueLayout.JAVA_BYTE,
                at + HEADER_BYTES + offset,
                source.byteSize());
    }
}
