package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class HeadersTest {
    private final byte[] array = new byte[64];
    private final MemorySegment bytes = MemorySegment.ofArray(array);

    @Test
    void bthHasTheBytesOfTheSpecification() {
        Bth.write(bytes, 1, OpCode.RC_SEND_LAST, true, 3, 0x123456, true, 0xabcdef);
        assertThat(hex(1, 12)).isEqualTo("02f0ffff0012345680abcdef");
        assertThat(Bth.opCodeValue(bytes, 1)).isEqualTo(2);
        assertThat(Bth.solicited(bytes, 1)).isTrue();
        assertThat(Bth.migReq(bytes, 1)).isTrue();
        assertThat(Bth.padBytes(bytes, 1)).isEqualTo(3);
        assertThat(Bth.version(bytes, 1)).isZero();
        assertThat(Bth.pkey(bytes, 1)).isEqualTo(0xffff);
        assertThat(Bth.destinationQpn(bytes, 1)).isEqualTo(0x123456);
        assertThat(Bth.ackRequested(bytes, 1)).isTrue();
        assertThat(Bth.psn(bytes, 1)).isEqualTo(0xabcdef);
    }

    @Test
    void bthShowsEcnMarksAndIgnoresReservedBits() {
        Bth.write(bytes, 0, OpCode.CNP, false, 0, 5, false, 0);
        array[4] = (byte) 0x7f;
        assertThat(Bth.becn(bytes, 0)).isTrue();
        assertThat(Bth.fecn(bytes, 0)).isFalse();
        assertThat(Bth.destinationQpn(bytes, 0)).isEqualTo(5);
        array[8] = (byte) 0x7f;
        assertThat(Bth.ackRequested(bytes, 0)).isFalse();
        assertThat(Bth.psn(bytes, 0)).isZero();
    }

    @Test
    void rethHasTheBytesOfTheSpecification() {
        Reth.write(bytes, 0, 0x1122334455667788L, 0x99aabbcc, 0x80000000);
        assertThat(hex(0, 16)).isEqualTo("112233445566778899aabbcc80000000");
        assertThat(Reth.address(bytes, 0)).isEqualTo(0x1122334455667788L);
        assertThat(Reth.rkey(bytes, 0)).isEqualTo(0x99aabbcc);
        assertThat(Reth.lengthBytes(bytes, 0)).isEqualTo(0x80000000L);
    }

    @Test
    void aethHasTheBytesOfTheSpecification() {
        Aeth.write(bytes, 0, Syndrome.NAK_REMOTE_ACCESS, 0x1_000_007);
        assertThat(hex(0, 4)).isEqualTo("62000007");
        assertThat(Aeth.syndrome(bytes, 0)).isEqualTo(0x62);
        assertThat(Aeth.msn(bytes, 0)).isEqualTo(7);
    }

    @Test
    void theOtherHeadersComeBackAsWritten() {
        Deth.write(bytes, 0, 0x11111111, 0x222222);
        assertThat(hex(0, 8)).isEqualTo("1111111100222222");
        assertThat(Deth.qkey(bytes, 0)).isEqualTo(0x11111111);
        assertThat(Deth.sourceQpn(bytes, 0)).isEqualTo(0x222222);
        AtomicEth.write(bytes, 0, 1, 2, 3, 4);
        assertThat(hex(0, 28)).isEqualTo("00000000000000010000000200000000000000030000000000000004");
        assertThat(AtomicEth.address(bytes, 0)).isEqualTo(1);
        assertThat(AtomicEth.rkey(bytes, 0)).isEqualTo(2);
        assertThat(AtomicEth.swapOrAdd(bytes, 0)).isEqualTo(3);
        assertThat(AtomicEth.compare(bytes, 0)).isEqualTo(4);
        AtomicAckEth.write(bytes, 0, -5);
        assertThat(AtomicAckEth.original(bytes, 0)).isEqualTo(-5);
        ImmDt.write(bytes, 0, 0xcafebabe);
        assertThat(hex(0, 4)).isEqualTo("cafebabe");
        assertThat(ImmDt.immediate(bytes, 0)).isEqualTo(0xcafebabe);
        Ieth.write(bytes, 0, 77);
        assertThat(Ieth.rkey(bytes, 0)).isEqualTo(77);
    }

    private String hex(int from, int length) {
        return HexFormat.of().formatHex(Arrays.copyOfRange(array, from, from + length));
    }
}
