package io.verbena.nic.datapath.abi;

import org.jspecify.annotations.Nullable;

/** Operations of a send work request, numbers as in {@code enum ibv_wr_opcode}. */
public enum WrOpcode {
    RDMA_WRITE(0),
    RDMA_WRITE_WITH_IMM(1),
    SEND(2),
    SEND_WITH_IMM(3),
    RDMA_READ(4);

    private static final WrOpcode[] ALL = values();

    private final int code;

    WrOpcode(int code) {
        this.code = code;
    }

    /** The operation of a number that a host wrote, or null when it is none. */
    public static @Nullable WrOpcode of(int code) {
        return code >= 0 && code < ALL.length ? ALL[code] : null;
    }

    public int code() {
        return code;
    }

    public boolean isWrite() {
        return this == RDMA_WRITE || this == RDMA_WRITE_WITH_IMM;
    }

    public boolean hasImmediate() {
        return this == RDMA_WRITE_WITH_IMM || this == SEND_WITH_IMM;
    }

    /** What its completion says. */
    public WcOpcode completion() {
        return switch (this) {
            case RDMA_WRITE, RDMA_WRITE_WITH_IMM -> WcOpcode.RDMA_WRITE;
            case SEND, SEND_WITH_IMM -> WcOpcode.SEND;
            case RDMA_READ -> WcOpcode.RDMA_READ;
        };
    }
}
