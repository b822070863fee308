package io.verbena.nic.datapath.abi;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.memory.HostMemory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DoorbellPageTest {
    private final DoorbellPage page = new DoorbellPage(HostMemory.allocate(DoorbellPage.BYTES, 64));

    private List<Integer> drain(int limit) {
        List<Integer> taken = new ArrayList<>();
        page.drain(limit, taken::add);
        return taken;
    }

    @Test
    void takesADoorbellOnceHoweverOftenItWasRung() {
        page.ring(5);
        page.ring(5);
        assertThat(page.rung()).isTrue();
        assertThat(drain(100)).containsExactly(5);
        assertThat(page.rung()).isFalse();
        assertThat(drain(100)).isEmpty();
    }

    @Test
    void reachesEveryDoorbell() {
        List<Integer> rung = List.of(0, 63, 64, 4095, 4096, 40_000, DoorbellPage.CAPACITY - 1);
        rung.forEach(page::ring);
        assertThat(drain(100)).containsExactlyElementsOf(rung);
    }

    @Test
    void leavesRungWhatIsBeyondTheLimit() {
        for (int i = 0; i < 1000; i++) {
            page.ring(i * 64);
        }
        List<Integer> all = new ArrayList<>();
        while (page.rung()) {
            List<Integer> some = drain(10);
            assertThat(some).hasSizeBetween(1, 74);
            all.addAll(some);
        }
        assertThat(all).hasSize(1000).doesNotHaveDuplicates();
    }

    @Test
    void losesNoDoorbellBetweenThreads() throws InterruptedException {
        int rings = 200_000;
        Thread host = new Thread(() -> {
            for (int i = 0; i < rings; i++) {
                page.ring(i % 777);
            }
        });
        host.start();
        boolean[] seen = new boolean[777];
        while (host.isAlive()) {
            page.drain(64, doorbell -> seen[doorbell] = true);
        }
        host.join();
        page.drain(DoorbellPage.CAPACITY, doorbell -> seen[doorbell] = true);
        assertThat(seen).doesNotContain(false);
        assertThat(page.rung()).isFalse();
    }
}
