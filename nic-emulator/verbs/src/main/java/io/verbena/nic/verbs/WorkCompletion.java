package io.verbena.nic.verbs;

import io.verbena.nic.datapath.abi.Cqe;
import io.verbena.nic.datapath.abi.WcFlags;
import io.verbena.nic.datapath.abi.WcOpcode;
import io.verbena.nic.datapath.abi.WcStatus;

/** {@code ibv_wc}: filled by {@link CompletionQueue#poll} and filled again by the next one. */
public final class WorkCompletion {
    private final Cqe cqe = new Cqe();

    Cqe cqe() {
        return cqe;
    }

    public long wrId() {
        return cqe.wrId;
    }

    public WcStatus status() {
        return WcStatus.of(cqe.status);
    }

    public WcOpcode opcode() {
        return WcOpcode.of(cqe.opcode);
    }

    /** Bytes received or read; up to 2^31, so to be read as unsigned. */
    public int byteLen() {
        return cqe.byteLen;
    }

    /** As the sender gave it; only with {@link #hasImmediate}. */
    public int immData() {
        return cqe.immediate;
    }

    public int qpNum() {
        return cqe.qpNum;
    }

    public int wcFlags() {
        return cqe.flags;
    }

    public boolean hasImmediate() {
        return (cqe.flags & WcFlags.WITH_IMM) != 0;
    }

    @Override
    public String toString() {
        return "wc{wrId=" + wrId() + ", " + status() + ", " + opcode() + ", byteLen=" + byteLen() + ", qpNum=" + qpNum()
                + "}";
    }
}
