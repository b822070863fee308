package io.verbena.nic.datapath.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.qp.SendContext;
import org.junit.jupiter.api.Test;

class OutstandingTest {
    private final Outstanding slab = new Outstanding();
    private final SendContext send = new SendContext();

    @Test
    void keepsEveryFieldWhileItGrowsAndWrapsAround() {
        send.headIndex = -20;
        send.tailIndex = -20;
        for (int i = 0; i < 1000; i++) {
            slab.add(send, i, i % 5, i % 2 == 0, 1L << 31, i * 0x1_0000_0001L);
            if (i % 3 == 0) {
                slab.removeHead(send);
            }
        }
        for (int index = send.headIndex; index != send.tailIndex; index++) {
            int i = index + 20;
            assertThat(Outstanding.lastPsn(send, index)).isEqualTo(i);
            assertThat(Outstanding.opcode(send, index)).isEqualTo(i % 5);
            assertThat(Outstanding.isSignaled(send, index)).isEqualTo(i % 2 == 0);
            assertThat(Outstanding.lengthBytes(send, index)).isEqualTo(1L << 31);
            assertThat(Outstanding.digest(send, index)).isEqualTo(i * 0x1_0000_0001L);
        }
    }

    @Test
    void holdsNothingForAnIdleQueuePairAndUsesTheChunkAgain() {
        slab.add(send, 1, 0, false, 0, 0);
        long[] chunk = send.outstanding;
        slab.removeHead(send);
        assertThat(send.outstanding).isNull();
        SendContext other = new SendContext();
        slab.add(other, 2, 0, false, 0, 0);
        assertThat(other.outstanding).isSameAs(chunk);
    }

    @Test
    void derivesTheFirstPsnAcrossTheWrap() {
        slab.add(send, 3, 0, false, 10 * 1024, 0);
        assertThat(Outstanding.firstPsn(send, 0, 1024)).isEqualTo(0xfffffa);
    }
}
