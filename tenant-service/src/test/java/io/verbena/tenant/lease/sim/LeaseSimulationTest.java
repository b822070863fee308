package io.verbena.tenant.lease.sim;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code -Dverbena.lease.seeds=N} runs seeds 0 to N - 1, {@code -Dverbena.lease.seed=N} seed N alone. */
@Tag("sim")
class LeaseSimulationTest {
    private static final long FAULTY_SECONDS = 30;

    @Test
    void neverIsMoreGrantedThanThereIsAndAfterwardsAllOfItCanBeUsed() {
        Seeds.all().forEach(seed -> {
            try {
                new LeaseWorld(seed, FAULTY_SECONDS).run();
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + seed + " " + e.getMessage() + "\n" + Seeds.replay(seed), e);
            }
        });
    }

    @Test
    void aSeedGivesTheSameRunEachTime() {
        var first = new LeaseWorld(7, FAULTY_SECONDS);
        first.run();
        var second = new LeaseWorld(7, FAULTY_SECONDS);
        second.run();
        assertThat(second.trace()).isEqualTo(first.trace()).hasSizeGreaterThan(300);
        assertThat(second.messages()).isEqualTo(first.messages());
    }
}
