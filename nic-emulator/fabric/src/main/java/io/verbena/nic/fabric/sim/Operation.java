package io.verbena.nic.fabric.sim;

import io.verbena.nic.datapath.abi.WrOpcode;

/**
 * One work request of a plan.
 *
 * @param index its place in the plan of its endpoint, and its wr_id
 * @param patternOffset where its bytes start in the pattern
 * @param sges pieces that the requester's memory is named in, 0 for inline
 * @param receiveDelayNs how late the receiver posts the receive work request it needs
 * @param forbidden a WRITE to the peer's decoy with a key that is no longer valid
 */
public record Operation(
        int index,
        WrOpcode opcode,
        int lengthBytes,
        int patternOffset,
        boolean signaled,
        int sges,
        long receiveDelayNs,
        boolean forbidden) {
    /** A WRITE of a few bytes that completes. */
    static Operation write(int index, int lengthBytes, boolean forbidden) {
        return new Operation(index, WrOpcode.RDMA_WRITE, lengthBytes, 0, true, 1, 0, forbidden);
    }

    public boolean isRead() {
        return opcode == WrOpcode.RDMA_READ;
    }

    public boolean hasImmediate() {
        return opcode == WrOpcode.SEND_WITH_IMM || opcode == WrOpcode.RDMA_WRITE_WITH_IMM;
    }

    public boolean isSend() {
        return opcode == WrOpcode.SEND || opcode == WrOpcode.SEND_WITH_IMM;
    }

    /** Whether the responder uses up a receive work request. */
    public boolean needsReceive() {
        return isSend() || hasImmediate();
    }

    /** Tells operations apart at the receiver. */
    public int immediate() {
        return 0x5eed_0000 | index;
    }
}
