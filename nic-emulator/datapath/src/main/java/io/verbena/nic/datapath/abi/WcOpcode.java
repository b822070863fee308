package io.verbena.nic.datapath.abi;

/** What completed, numbers as in {@code enum ibv_wc_opcode}. */
public enum WcOpcode {
    SEND(0),
    RDMA_WRITE(1),
    RDMA_READ(2),
    RECV(128),
    RECV_RDMA_WITH_IMM(129);

    private final int code;

    WcOpcode(int code) {
        this.code = code;
    }

    /** @throws IllegalArgumentException when the number is none */
    public static WcOpcode of(int code) {
        for (WcOpcode opcode : values()) {
            if (opcode.code == code) {
                return opcode;
            }
        }
        throw new IllegalArgumentException("no completion opcode " + code);
    }

    public int code() {
        return code;
    }
}
