package io.verbena.nic.fabric.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.fabric.sim.World.Report;
import io.verbena.nic.fabric.sim.invariant.Invariants;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Worlds of two NICs out of seeds. {@code -Dverbena.sim.seeds=N} runs N of them, {@code -Dverbena.sim.seed=N} seed N
 * alone.
 */
@Tag("sim")
class SimulationTest {
    private static final int MIN_PACKETS = 1_000;

    static LongStream seeds() {
        return Seeds.all();
    }

    @ParameterizedTest(name = "seed {0}")
    @MethodSource("seeds")
    void everyInvariantHolds(long seed) {
        Report report;
        try {
            report = new World(seed, Invariants.all()).run();
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + ": " + e + "\n" + Seeds.replay(SimulationTest.class, seed), e);
        }
        assertThat(report.packets()).as("packets of seed %d", seed).isGreaterThanOrEqualTo(MIN_PACKETS);
        assertThat(report.faults().isComplete())
                .as("seed %d meets each kind of fault", seed)
                .isTrue();
    }

    @Test
    void aSeedGivesTheSameRunEachTime() {
        Report first = new World(7, Invariants.all()).run();
        Report second = new World(7, Invariants.all()).run();
        assertThat(second.packets()).isEqualTo(first.packets());
        assertThat(second.events()).isEqualTo(first.events());
        assertThat(second.simulatedNs()).isEqualTo(first.simulatedNs());
        for (Fault fault : Fault.values()) {
            assertThat(second.faults().count(fault)).isEqualTo(first.faults().count(fault));
        }
    }

    @Test
    void threeNicsHoldToo() {
        for (long seed = 1_000; seed < 1_005; seed++) {
            assertThat(new World(seed, 3, Invariants.all()).run().packets()).isGreaterThanOrEqualTo(MIN_PACKETS);
        }
    }
}
