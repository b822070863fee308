package io.verbena.nic.datapath.packet;

import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_FIRST;
import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_LAST;
import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_LAST_IMMEDIATE;
import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_MIDDLE;
import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_ONLY;
import static io.verbena.nic.datapath.wire.OpCode.RC_SEND_ONLY_IMMEDIATE;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_FIRST;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_LAST;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_LAST_IMMEDIATE;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_MIDDLE;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_ONLY;
import static io.verbena.nic.datapath.wire.OpCode.RC_WRITE_ONLY_IMMEDIATE;

import io.verbena.nic.datapath.abi.WrOpcode;
import io.verbena.nic.datapath.wire.OpCode;

/** The opcode of a SEND or WRITE packet, by operation, immediate and place in the message. */
public final class RequestOpCodes {
    /** By (write 4 · first 2 · last 1), without immediate. */
    private static final OpCode[] PLAIN = {
        RC_SEND_MIDDLE,
        RC_SEND_LAST,
        RC_SEND_FIRST,
        RC_SEND_ONLY,
        RC_WRITE_MIDDLE,
        RC_WRITE_LAST,
        RC_WRITE_FIRST,
        RC_WRITE_ONLY
    };

    private static final OpCode[] IMMEDIATE = {
        RC_SEND_MIDDLE,
        RC_SEND_LAST_IMMEDIATE,
        RC_SEND_FIRST,
        RC_SEND_ONLY_IMMEDIATE,
        RC_WRITE_MIDDLE,
        RC_WRITE_LAST_IMMEDIATE,
        RC_WRITE_FIRST,
        RC_WRITE_ONLY_IMMEDIATE
    };

    private RequestOpCodes() {}

    public static OpCode of(WrOpcode operation, boolean first, boolean last) {
        int place = (operation.isWrite() ? 4 : 0) | (first ? 2 : 0) | (last ? 1 : 0);
        return (operation.hasImmediate() ? IMMEDIATE : PLAIN)[place];
    }
}
