package io.verbena.nic.datapath.abi;

import java.lang.foreign.MemorySegment;

/**
 * A completion as host and NIC see it.
 *
 * <pre>
 * 0   wr_id       64
 * 8   byte_len    32
 * 12  immediate   32, as a number
 * 16  qp_num      32
 * 20  opcode 8 · status 8 · flags 16
 * 24  reserved    32
 * 28  lap         32, written last: 1 on the first round of the ring, 2 on the second, ...
 * </pre>
 */
public final class Cqe {
    public static final int BYTES = 32;
    private static final int BYTE_LEN = 8;
    private static final int IMMEDIATE = 12;
    private static final int QP_NUM = 16;
    private static final int KIND = 20;
    private static final int LAP = 28;

    public long wrId;
    public int byteLen;
    public int immediate;
    public int qpNum;
    public int opcode;
    public int status;
    public int flags;

    void write(MemorySegment memory, long at, int lap) {
        memory.set(Shared.LONG, at, wrId);
        memory.set(Shared.INT, at + BYTE_LEN, byteLen);
        memory.set(Shared.INT, at + IMMEDIATE, immediate);
        memory.set(Shared.INT, at + QP_NUM, qpNum);
        memory.set(Shared.INT, at + KIND, opcode | status << 8 | flags << 16);
        Shared.releaseInt(memory, at + LAP, lap);
    }

    boolean read(MemorySegment memory, long at, int lap) {
        if (Shared.acquireInt(memory, at + LAP) != lap) {
            return false;
        }
        wrId = memory.get(Shared.LONG, at);
        byteLen = memory.get(Shared.INT, at + BYTE_LEN);
        immediate = memory.get(Shared.INT, at + IMMEDIATE);
        qpNum = memory.get(Shared.INT, at + QP_NUM);
        int kind = memory.get(Shared.INT, at + KIND);
        opcode = kind & 0xff;
        status = kind >>> 8 & 0xff;
        flags = kind >>> 16;
        return true;
    }
}
