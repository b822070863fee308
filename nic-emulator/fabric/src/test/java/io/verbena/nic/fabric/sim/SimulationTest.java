package io.verbena.nic.fabric.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.fabric.sim.World.Report;
import io.verbena.nic.fabric.sim.invariant.Invariants;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
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
    private static final Set<Counter> CORNERS = EnumSet.of(
            Counter.SEND_VERBS,
            Counter.WRITE_VERBS,
            Counter.READ_VERBS,
            Counter.RNR_NAKS_SENT,
            Counter.SEQUENCE_NAKS_SENT,
            Counter.ERROR_NAKS_SENT,
            Counter.IMPLIED_NAKS,
            Counter.DUPLICATE_REQUESTS,
            Counter.OUT_OF_SEQUENCE_REQUESTS,
            Counter.ACK_TIMEOUTS,
            Counter.RETRANSMIT_PACKETS,
            Counter.LIMIT_REFUSALS,
            Counter.VERB_FLUSHES);

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
    void theSeedsReachTheHardCorners() {
        Map<Counter, Long> counted = new EnumMap<>(Counter.class);
        for (long seed = 0; seed < 20; seed++) {
            World world = new World(seed, Invariants.all());
            world.run();
            for (Counter corner : CORNERS) {
                counted.merge(corner, world.counted(corner), Long::sum);
            }
        }
        assertThat(counted)
                .allSatisfy(
                        (corner, count) -> assertThat(count).as(corner.name()).isPositive());
    }

    @Test
    void threeNicsHoldToo() {
        for (long seed = 1_000; seed < 1_005; seed++) {
            assertThat(new World(seed, 3, Invariants.all()).run().packets()).isGreaterThanOrEqualTo(MIN_PACKETS);
        }
    }
}
