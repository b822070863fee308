package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.SendFlags;
import io.verbena.nic.datapath.abi.WrOpcode;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/** {@code ibv_send_wr}: filled, posted, and filled again after {@link #clear}. */
public final class SendWr {
    private final SgList sgList = new SgList();
    private long wrId;
    private WrOpcode opcode = WrOpcode.SEND;
    private int sendFlags;
    private int immData;
    private long remoteAddr;
    private int rkey;
    private @Nullable MemorySegment inline;

    public SendWr clear() {
        sgList.clear();
        wrId = 0;
        opcode = WrOpcode.SEND;
        sendFlags = 0;
        immData = 0;
        remoteAddr = 0;
        rkey = 0;
        inline = null;
        return this;
    }

    public SendWr wrId(long value) {
        wrId = value;
        return this;
    }

    public SendWr opcode(WrOpcode value) {
        opcode = value;
        return this;
    }

    /** Bits of {@link SendFlags} but INLINE, which {@link #inline} sets. */
    public SendWr sendFlags(int bits) {
        sendFlags = bits & ~SendFlags.INLINE;
        return this;
    }

    public SendWr signaled() {
        sendFlags |= SendFlags.SIGNALED;
        return this;
    }

    public SendWr immData(int value) {
        immData = value;
        return this;
    }

    public SendWr remote(long addr, int key) {
        remoteAddr = addr;
        rkey = key;
        return this;
    }

    /** Adds a piece of registered memory. */
    public SendWr sge(long addr, long length, int lkey) {
        sgList.add(addr, length, lkey);
        return this;
    }

    /** Sends these bytes, copied when the request is posted, in place of a scatter/gather list. */
    public SendWr inline(MemorySegment bytes) {
        inline = bytes;
        return this;
    }

    long wrId() {
        return wrId;
    }

    WrOpcode opcode() {
        return opcode;
    }

    int flags() {
        return sendFlags | (inline == null ? 0 : SendFlags.INLINE);
    }

    int immData() {
        return immData;
    }

    long remoteAddr() {
        return remoteAddr;
    }

    int rkey() {
        return rkey;
    }

    SgList sgList() {
        return sgList;
    }

    @Nullable
    MemorySegment inline() {
        return inline;
    }
}
