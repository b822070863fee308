package io.verbena.standalone.demo;

import io.verbena.nic.datapath.abi.WrOpcode;

/** What a requester posts, and what it takes of the responder. */
enum Operation {
    SEND(WrOpcode.SEND, true),
    WRITE(WrOpcode.RDMA_WRITE, false),
    WRITE_WITH_IMM(WrOpcode.RDMA_WRITE_WITH_IMM, true),
    READ(WrOpcode.RDMA_READ, false);

    private final WrOpcode opcode;
    private final boolean receives;

    Operation(WrOpcode opcode, boolean receives) {
        this.opcode = opcode;
        this.receives = receives;
    }

    WrOpcode opcode() {
        return opcode;
    }

    /** Whether the responder has to post a receive, and sees a completion. */
    boolean receives() {
        return receives;
    }

    /** Whether the payload goes from the responder to the requester. */
    boolean pulls() {
        return this == READ;
    }
}
