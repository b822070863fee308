package io.verbena.nic.datapath.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SyndromeTest {
    @Test
    void rnrTimersAreThoseOfTheTable() {
        assertThat(Syndrome.rnrTimerNs(0)).isEqualTo(655_360_000L);
        assertThat(Syndrome.rnrTimerNs(1)).isEqualTo(10_000L);
        assertThat(Syndrome.rnrTimerNs(14)).isEqualTo(1_280_000L);
        assertThat(Syndrome.rnrTimerNs(25)).isEqualTo(61_440_000L);
        assertThat(Syndrome.rnrTimerNs(31)).isEqualTo(491_520_000L);
    }

    @Test
    void rnrTimersGrowWithTheCodeButForZero() {
        for (int code = 2; code < 32; code++) {
            assertThat(Syndrome.rnrTimerNs(code)).isGreaterThan(Syndrome.rnrTimerNs(code - 1));
        }
    }

    @Test
    void kindsAreToldApart() {
        assertThat(Syndrome.isAck(Syndrome.ack(Syndrome.NO_CREDIT_LIMIT))).isTrue();
        assertThat(Syndrome.ack(Syndrome.NO_CREDIT_LIMIT)).isEqualTo(0x1f);
        assertThat(Syndrome.isRnrNak(Syndrome.rnrNak(14))).isTrue();
        assertThat(Syndrome.code(Syndrome.rnrNak(14))).isEqualTo(14);
        assertThat(Syndrome.isNak(Syndrome.NAK_SEQUENCE)).isTrue();
        assertThat(Syndrome.isAck(0x40) || Syndrome.isNak(0x40) || Syndrome.isRnrNak(0x40))
                .isFalse();
    }

    @Test
    void aCreditCodeNeverGrantsMoreThanThereIs() {
        for (int requests = 0; requests < 40_000; requests += 7) {
            int code = Syndrome.creditCode(requests);
            assertThat(Syndrome.credits(code)).isLessThanOrEqualTo(requests);
            assertThat(code == 30 || Syndrome.credits(code + 1) > requests).isTrue();
        }
        assertThat(Syndrome.credits(Syndrome.NO_CREDIT_LIMIT)).isEqualTo(Integer.MAX_VALUE);
    }
}
