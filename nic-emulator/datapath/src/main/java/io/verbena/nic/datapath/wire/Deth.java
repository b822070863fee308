package io.verbena.nic.datapath.wire;

import java.lang.foreign.MemorySegment;

/** Datagram extended transport header, 8 bytes (IBTA 9.3.2): Q_Key 32 · reserved 8 · source QPN 24. */
public final class Deth {
    public static final int BYTES = 8;
    public static final int QKEY_OFFSET = 0;
    public static final int SOURCE_QPN_OFFSET = 4;

    private Deth() {}

    public static void write(MemorySegment bytes, long at, int qkey, int sourceQpn) {
        bytes.set(Bth.INT, at + QKEY_OFFSET, qkey);
        bytes.set(Bth.INT, at + SOURCE_QPN_OFFSET, sourceQpn & Bth.MASK_24);
    }

    public static int qkey(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + QKEY_OFFSET);
    }

    public static int sourceQpn(MemorySegment bytes, long at) {
        return bytes.get(Bth.INT, at + SOURCE_QPN_OFFSET) & Bth.MASK_24;
    }
}
