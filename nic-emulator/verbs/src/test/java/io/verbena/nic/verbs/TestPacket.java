package io.verbena.nic.verbs;

import io.verbena.nic.datapath.wire.Aeth;
import io.verbena.nic.datapath.wire.Bth;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.datapath.wire.Header;
import io.verbena.nic.datapath.wire.OpCode;
import java.lang.foreign.MemorySegment;
import java.util.Objects;

/** One packet on the test wire. */
record TestPacket(Gid source, Gid destination, byte[] bytes) {
    OpCode opCode() {
        return Objects.requireNonNull(OpCode.of(bytes[0]));
    }

    int psn() {
        return Bth.psn(MemorySegment.ofArray(bytes), 0);
    }

    boolean ackRequested() {
        return Bth.ackRequested(MemorySegment.ofArray(bytes), 0);
    }

    int syndrome() {
        return Aeth.syndrome(MemorySegment.ofArray(bytes), opCode().offsetOf(Header.AETH));
    }

    boolean isAck() {
        return opCode() == OpCode.RC_ACKNOWLEDGE && syndrome() >>> 5 == 0;
    }

    boolean isNak(int syndrome) {
        return opCode() == OpCode.RC_ACKNOWLEDGE && syndrome() == syndrome;
    }

    boolean isRnrNak() {
        return opCode() == OpCode.RC_ACKNOWLEDGE && syndrome() >>> 5 == 1;
    }

    boolean isRequest() {
        return opCode().isRequest();
    }
}
