package io.verbena.nic.datapath.wire;

/** A transport header that may follow the BTH, in the order of the wire (IBTA volume 1, chapter 9, figure of the packet). */
public enum Header {
    /** Reliable datagram: end-to-end context. */
    RDETH(4),
    DETH(Deth.BYTES),
    RETH(Reth.BYTES),
    ATOMIC_ETH(AtomicEth.BYTES),
    AETH(Aeth.BYTES),
    ATOMIC_ACK_ETH(AtomicAckEth.BYTES),
    IMM_DT(ImmDt.BYTES),
    IETH(Ieth.BYTES);

    private final int bytes;

    Header(int bytes) {
        this.bytes = bytes;
    }

    public int bytes() {
        return bytes;
    }
}
