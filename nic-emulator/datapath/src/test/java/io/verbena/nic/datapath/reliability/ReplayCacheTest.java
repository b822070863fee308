package io.verbena.nic.datapath.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.qp.ReadRing;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplayCacheTest {
    private static final int MTU = 1024;

    private final ReadRing ring = new ReadRing();

    @BeforeEach
    void allocate() {
        ring.allocate(3);
    }

    private void add(int psn, int packets) {
        ReplayCache.add(ring, psn, packets, 0x1000, 7, packets * 1024L, 1);
    }

    private void sendAll() {
        for (int entry = ReplayCache.oldestActive(ring); entry >= 0; entry = ReplayCache.oldestActive(ring)) {
            ReplayCache.onSent(ring, entry);
        }
    }

    @Test
    void takesNoMoreThanWasAgreedUntilTheOldestIsAnswered() {
        for (int i = 0; i < 3; i++) {
            assertThat(ReplayCache.hasRoom(ring)).isTrue();
            add(i * 2, 2);
        }
        assertThat(ReplayCache.hasRoom(ring)).isFalse();
        ReplayCache.onSent(ring, ReplayCache.oldestActive(ring));
        assertThat(ReplayCache.hasRoom(ring)).isFalse();
        ReplayCache.onSent(ring, ReplayCache.oldestActive(ring));
        assertThat(ReplayCache.hasRoom(ring)).isTrue();
    }

    @Test
    void answersTheOldestFirstEvenWhenItIsAskedAgain() {
        add(0xfffffe, 4);
        add(2, 1);
        sendAll();
        assertThat(ReplayCache.restart(ring, 2, 0x1000, 7, 1024, MTU)).isTrue();
        assertThat(ReplayCache.restart(ring, 0, 0x1000 + 2 * MTU, 7, 2 * MTU, MTU))
                .isTrue();
        int entry = ReplayCache.oldestActive(ring);
        assertThat(ring.firstPsn[entry]).isEqualTo(0xfffffe);
        assertThat(ring.nextPacket[entry]).isEqualTo(2);
        assertThat(ring.endPacket[entry]).isEqualTo(4);
        assertThat(ring.active).isEqualTo(2);
    }

    @Test
    void forgetsTheOldestAndOnlyThat() {
        for (int i = 0; i < 5; i++) {
            add(i, 1);
            sendAll();
        }
        for (int psn = 0; psn < 5; psn++) {
            assertThat(ReplayCache.restart(ring, psn, 0x1000, 7, 1024, MTU)).isEqualTo(psn >= 2);
        }
    }

    @Test
    void restartsNothingBeyondWhatWasAskedFirst() {
        add(0, 4);
        sendAll();
        assertThat(ReplayCache.restart(ring, 1, 0x1000 + MTU, 7, 3 * MTU + 1, MTU))
                .isFalse();
        assertThat(ReplayCache.restart(ring, 1, 0x1000, 7, MTU, MTU)).isFalse();
        assertThat(ReplayCache.restart(ring, 1, 0x1000 + MTU, 8, MTU, MTU)).isFalse();
        assertThat(ReplayCache.restart(ring, 4, 0x1000 + 4 * MTU, 7, MTU, MTU)).isFalse();
        assertThat(ReplayCache.restart(ring, 0xffffff, 0x1000 - MTU, 7, MTU, MTU))
                .isFalse();
        assertThat(ring.active).isZero();
    }
}
