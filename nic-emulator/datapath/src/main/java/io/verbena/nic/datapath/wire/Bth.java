package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Base transport header, 12 bytes (IBTA 9.2): opcode 8 · SE 1 · MigReq 1 · PadCnt 2 · TVer 4 · P_Key 16 · FECN 1 · BECN 1 ·
 * reserved 6 · DestQP 24 · AckReq 1 · reserved 7 · PSN 24.
 */
public final class Bth {
    /** UDP destination port of RoCEv2 (IANA); the source port too, as this NIC sends from its receiving socket. */
    public static final int UDP_PORT = 4791;

    public static final int BYTES = 12;
    public static final int OPCODE_OFFSET = 0;
    public static final int FLAGS_OFFSET = 1;
    public static final int PKEY_OFFSET = 2;
    public static final int ECN_OFFSET = 4;
    public static final int DESTINATION_QPN_OFFSET = 4;
    public static final int PSN_OFFSET = 8;

    /** The partition that every port is a full member of. */
    public static final int DEFAULT_PKEY = 0xffff;

    public static final int MASK_24 = 0xff_ffff;

    private static final int SOLICITED = 0x80;
    private static final int MIG_REQ = 0x40;
    private static final int PAD_SHIFT = 4;
    private static final int TVER_MASK = 0x0f;
    private static final int FECN = 0x80;
    private static final int BECN = 0x40;
    private static final int ACK_REQ = 0x8000_0000;

    static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private Bth() {}

    /**
     * Writes a whole BTH with the default P_Key, MigReq set (the migrated state, IBTA 17.2.8) and no ECN mark.
     *
     * @param padBytes 0 to 3
     */
    public static void write(
            MemorySegment bytes,
            long at,
            OpCode opCode,
            boolean solicited,
            int padBytes,
            int destinationQpn,
            boolean ackRequested,
            int psn) {
        bytes.set(ValueLayout.JAVA_BYTE, at + OPCODE_OFFSET, (byte) opCode.value());
        bytes.set(ValueLayout.JAVA_BYTE, at + FLAGS_OFFSET, (byte)
                ((solicited ? SOLICITED : 0) | MIG_REQ | padBytes << PAD_SHIFT));
        bytes.set(SHORT, at + PKEY_OFFSET, (short) DEFAULT_PKEY);
        bytes.set(INT, at + DESTINATION_QPN_OFFSET, destinationQpn & MASK_24);
        bytes.set(INT, at + PSN_OFFSET, (ackRequested ? ACK_REQ : 0) | psn & MASK_24);
    }

    /** The opcode's byte, 0 to 255. */
    public static int opCodeValue(MemorySegment bytes, long at) {
        return bytes.get(ValueLayout.JAVA_BYTE, at + OPCODE_OFFSET) & 0xff;
    }

    public static boolean solicited(MemorySegment bytes, long at) {
        return (bytes.get(ValueLayout.JAVA_BYTE, at + FLAGS_OFFSET) & SOLICITED) != 0;
    }

    public static boolean migReq(MemorySegment bytes, long at) {
        return (bytes.get(ValueLayout.JAVA_BYTE, at + FLAGS_OFFSET) & MIG_REQ) != 0;
    }

    /** Bytes of pad behind the payload, 0 to 3. */
    public static int padBytes(MemorySegment bytes, long at) {
        return bytes.get(ValueLayout.JAVA_BYTE, at + FLAGS_OFFSET) >> PAD_SHIFT & 3;
    }

    /** Transport version; 0 is the only one. */
    public static int version(MemorySegment bytes, long at) {
        return bytes.get(ValueLayout.JAVA_BYTE, at + FLAGS_OFFSET) & TVER_MASK;
    }

    public static int pkey(MemorySegment bytes, long at) {
        return bytes.get(SHORT, at + PKEY_OFFSET) & 0xffff;
    }

    public static boolean fecn(MemorySegment bytes, long at) {
        return (bytes.get(ValueLayout.JAVA_BYTE, at + ECN_OFFSET) & FECN) != 0;
    }

    public static boolean becn(MemorySegment bytes, long at) {
        return (bytes.get(ValueLayout.JAVA_BYTE, at + ECN_OFFSET) & BECN) != 0;
    }

    public static int destinationQpn(MemorySegment bytes, long at) {
        return bytes.get(INT, at + DESTINATION_QPN_OFFSET) & MASK_24;
    }

    public static boolean ackRequested(MemorySegment bytes, long at) {
        return bytes.get(INT, at + PSN_OFFSET) < 0;
    }

    public static int psn(MemorySegment bytes, long at) {
        return bytes.get(INT, at + PSN_OFFSET) & MASK_24;
    }
}
