package io.verbena.telemetry.ingest;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.telemetry.ingest.CounterDeltas.FunctionDelta;
import io.verbena.telemetry.ingest.CounterDeltas.Outcome;
import io.verbena.telemetry.ingest.CounterDeltas.Outcome.Accepted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CounterDeltasTest {
    private static final UUID BOOT = new UUID(1, 1);
    private static final UUID NEXT_BOOT = new UUID(1, 2);
    private static final UUID VF = new UUID(2, 1);
    private static final UUID OTHER_VF = new UUID(2, 2);

    @Test
    void theFirstBatchIsABaseAndNoDelta() {
        Accepted first = accepted(CounterDeltas.of(null, at(BOOT, 7, 100)));
        assertThat(first.functions()).isEmpty();
        assertThat(first.lostBatches()).isZero();
    }

    @Test
    void theNextBatchAddsItsDifference() {
        Accepted next = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), at(BOOT, 8, 130)));
        FunctionDelta delta = next.functions().get(VF);
        assertThat(delta.counters()).containsEntry("transmit_bytes", 30L);
        assertThat(delta.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(delta.restarted()).isFalse();
    }

    @Test
    void theSameBatchAgainIsADuplicate() {
        assertThat(CounterDeltas.of(track(at(BOOT, 7, 100)), at(BOOT, 7, 100))).isEqualTo(new Outcome.Duplicate());
    }

    @Test
    void anOlderBatchIsLate() {
        assertThat(CounterDeltas.of(track(at(BOOT, 7, 100)), at(BOOT, 6, 90))).isEqualTo(new Outcome.Late());
    }

    @Test
    void aGapIsCountedAndTheDifferenceSpansIt() {
        Accepted next = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), at(BOOT, 11, 180)));
        assertThat(next.lostBatches()).isEqualTo(3);
        assertThat(next.functions().get(VF).counters()).containsEntry("transmit_bytes", 80L);
        assertThat(next.functions().get(VF).interval()).isEqualTo(Duration.ofSeconds(4));
    }

    @Test
    void afterARebootAllCountersBeginAtZero() {
        Accepted next = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), at(NEXT_BOOT, 3, 150)));
        assertThat(next.rebooted()).isTrue();
        assertThat(next.lostBatches()).isEqualTo(2);
        assertThat(next.functions().get(VF).restarted()).isTrue();
        assertThat(next.functions().get(VF).counters()).containsEntry("transmit_bytes", 150L);
    }

    @Test
    void aBatchOfAnEarlierBootIsLateForEver() {
        NicTrack track = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), at(NEXT_BOOT, 1, 5)))
                .track();
        track = accepted(CounterDeltas.of(track, at(NEXT_BOOT, 2, 6))).track();
        assertThat(CounterDeltas.of(track, at(BOOT, 8, 110))).isEqualTo(new Outcome.Late());
    }

    @Test
    void anotherHolderOfTheSlotBeginsAtZero() {
        CounterBatch next = batch("nic-a", BOOT, 8, function(OTHER_VF, "red-a", "red", 40));
        FunctionDelta delta = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), next))
                .functions()
                .get(OTHER_VF);
        assertThat(delta.counters()).containsEntry("transmit_bytes", 40L);
    }

    @Test
    void aFunctionConfiguredAnewBeginsAtZero() {
        FunctionDelta delta = accepted(CounterDeltas.of(track(at(BOOT, 7, 100)), at(BOOT, 8, 20)))
                .functions()
                .get(VF);
        assertThat(delta.restarted()).isTrue();
        assertThat(delta.counters()).containsEntry("transmit_bytes", 20L);
    }

    /** Whatever is repeated or late, the sum is what the function counted in all its lives. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theSumOfDeltasIsTheTotal(long seed) {
        var random = new SplittableRandom(seed);
        UUID boot = BOOT;
        long sequence = 1;
        long value = 0;
        long total = 0;
        long summed = 0;
        NicTrack track = track(at(boot, sequence, value));
        List<CounterBatch> sent = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            if (random.nextInt(50) == 0) {
                boot = new UUID(random.nextLong(), random.nextLong());
                sequence = 0;
                value = 0;
            }
            long grown = random.nextInt(1000);
            value += grown;
            total += grown;
            CounterBatch newest = at(boot, ++sequence, value);
            sent.add(newest);
            // Before each new one, one of the last fifty again.
            CounterBatch old = sent.get(Math.max(0, i - random.nextInt(50)));
            for (CounterBatch batch : List.of(old, newest)) {
                if (CounterDeltas.of(track, batch) instanceof Accepted next) {
                    track = next.track();
                    summed += next.functions().get(VF).counters().get("transmit_bytes");
                }
            }
        }
        assertThat(summed).as("seed %d", seed).isEqualTo(total);
    }

    private static CounterBatch at(UUID boot, long sequence, long value) {
        return batch("nic-a", boot, sequence, function(VF, "blue-a", "blue", value));
    }

    private static NicTrack track(CounterBatch batch) {
        return accepted(CounterDeltas.of(null, batch)).track();
    }

    private static Accepted accepted(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Accepted.class);
        return (Accepted) outcome;
    }
}
