package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.wire.OpCode.TransportService;
import org.junit.jupiter.api.Test;

class OpCodeTest {
    @Test
    void isFoundByItsByteAndNothingElseIs() {
        int known = 0;
        for (int value = 0; value < 256; value++) {
            OpCode opCode = OpCode.of(value);
            if (opCode != null) {
                known++;
                assertThat(opCode.value()).isEqualTo(value);
                assertThat(opCode.name()).startsWith(opCode.service().name());
            }
        }
        assertThat(known).isEqualTo(OpCode.values().length);
        assertThat(OpCode.of((byte) 0x81)).isEqualTo(OpCode.CNP);
        assertThat(OpCode.of(0x15)).isNull();
    }

    @Test
    void headersStandInWireOrder() {
        OpCode write = OpCode.RC_WRITE_ONLY_IMMEDIATE;
        assertThat(write.offsetOf(Header.RETH)).isEqualTo(12);
        assertThat(write.offsetOf(Header.IMM_DT)).isEqualTo(28);
        assertThat(write.headerBytes()).isEqualTo(32);
        assertThat(OpCode.RC_ATOMIC_ACKNOWLEDGE.offsetOf(Header.ATOMIC_ACK_ETH)).isEqualTo(16);
        assertThat(OpCode.UD_SEND_ONLY_IMMEDIATE.headerBytes()).isEqualTo(24);
        assertThat(OpCode.RC_READ_RESPONSE_MIDDLE.has(Header.AETH)).isFalse();
        assertThat(OpCode.RC_WRITE_LAST_IMMEDIATE.has(Header.RETH)).isFalse();
    }

    @Test
    void onlyTheEndOfAMessageHasAnImmediateOrInvalidate() {
        for (OpCode opCode : OpCode.values()) {
            if (opCode.hasImmediate() || opCode.has(Header.IETH)) {
                assertThat(opCode.isEnd()).as(opCode.name()).isTrue();
            }
        }
    }

    @Test
    void aMessageThatGoesOnFillsItsPackets() {
        for (OpCode opCode : OpCode.values()) {
            if (!opCode.isEnd()) {
                assertThat(opCode.payloadRule()).as(opCode.name()).isEqualTo(PayloadRule.FULL);
            }
        }
    }

    @Test
    void payloadRulesFollowThePathMtu() {
        assertThat(PayloadRule.FULL.accepts(1024, 1024)).isTrue();
        assertThat(PayloadRule.FULL.accepts(1023, 1024)).isFalse();
        assertThat(PayloadRule.REST.accepts(0, 1024)).isFalse();
        assertThat(PayloadRule.REST.accepts(1024, 1024)).isTrue();
        assertThat(PayloadRule.REST.accepts(1025, 1024)).isFalse();
        assertThat(PayloadRule.WHOLE.accepts(0, 1024)).isTrue();
        assertThat(PayloadRule.NONE.accepts(1, 1024)).isFalse();
        assertThat(PayloadRule.RESERVED.accepts(16, 1024)).isTrue();
    }

    @Test
    void responsesAreThoseOfReliableServices() {
        for (OpCode opCode : OpCode.values()) {
            if (opCode.isResponse()) {
                assertThat(opCode.service()).isIn(TransportService.RC, TransportService.RD);
            }
            assertThat(opCode.isRequest()).isNotEqualTo(opCode.isResponse());
        }
    }
}
