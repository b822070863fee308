package io.verbena.nic.device.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordSumTest {
    private static int folded(long sum) {
        long folded = sum;
        while (folded > 0xffff) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }

    private static int plain(byte[] bytes) {
        long sum = 0;
        for (int i = 0; i < bytes.length; i++) {
            sum += (long) (bytes[i] & 0xff) << (i % 2 == 0 ? 8 : 0);
        }
        return folded(sum);
    }

    @Test
    void piecesOfAnyLengthAddUpToTheWhole() {
        SplittableRandom random = new SplittableRandom(3);
        WordSum sum = new WordSum();
        for (int round = 0; round < 2000; round++) {
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            MemorySegment memory = Arena.ofAuto().allocate(Math.max(1, bytes.length));
            MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
            sum.restart();
            for (int at = 0; at < bytes.length; ) {
                int part = Math.min(bytes.length - at, 1 + random.nextInt(40));
                sum.add(memory.address() + at, part);
                at += part;
            }
            assertThat(folded(sum.value())).as("round %s", round).isEqualTo(plain(bytes));
        }
    }
}
