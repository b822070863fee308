package io.verbena.telemetry.series;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.telemetry.series.Families.Source;
import io.verbena.telemetry.series.Samples.NicSample;
import java.time.Duration;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SamplesTest {
    private static final UUID BOOT = new UUID(1, 1);
    private long nowNs = -5;
    private final Samples samples = new Samples(Duration.ofSeconds(60), Duration.ofSeconds(7), () -> nowNs);

    @Test
    void aFunctionThatIsGoneVanishesAfterItsTime() {
        FunctionCounters blue = function(new UUID(2, 1), "blue-a", "blue", 5);
        FunctionCounters red = function(new UUID(2, 2), "red-a", "red", 5);
        samples.accept(0, batch("nic-a", BOOT, 1, blue, red));
        for (int second = 1; second <= 60; second++) {
            passSeconds(1);
            samples.accept(0, batch("nic-a", BOOT, 1 + second, blue));
        }
        assertThat(samples.functions()).hasSize(2);
        passSeconds(1);
        assertThat(samples.functions())
                .extracting(sample -> sample.labels().vf())
                .containsExactly("blue-a");
    }

    /** When it is this replica that is cut off, another one exposes them soon. */
    @Test
    void aNicThatIsNotHeardOfIsHiddenWithItsFunctions() {
        samples.accept(0, batch("nic-a", BOOT, 1, function(new UUID(2, 1), "blue-a", "blue", 5)));
        passSeconds(7);
        assertThat(samples.functions()).hasSize(1);
        passSeconds(1);
        assertThat(samples.functions()).isEmpty();
        assertThat(samples.nics()).isEmpty();
        assertThat(new SeriesCollector(samples).collect().size()).isZero();
    }

    @Test
    void theNumberOfNicsIsBounded() {
        for (int nic = 0; nic <= Samples.MAX_NICS; nic++) {
            samples.accept(0, batch("nic-" + nic, BOOT, 1));
        }
        samples.accept(0, batch("nic-0", BOOT, 2));
        assertThat(samples.nics()).hasSize(Samples.MAX_NICS);
        assertThat(samples.refused()).isEqualTo(1);
    }

    @Test
    void aFunctionThatComesBackUnderItsNameMakesNoSecondSeries() {
        samples.accept(0, batch("nic-a", BOOT, 1, function(new UUID(2, 1), "blue-a", "blue", 5)));
        samples.accept(0, batch("nic-a", BOOT, 2, function(new UUID(2, 9), "blue-a", "blue", 1)));
        assertThat(samples.functions())
                .singleElement()
                .satisfies(sample -> assertThat(sample.function().vfUid()).isEqualTo(new UUID(2, 9)));
    }

    @Test
    void whatCameByAPartitionGoesWithIt() {
        samples.accept(0, batch("nic-a", BOOT, 1, function(new UUID(2, 1), "blue-a", "blue", 5)));
        samples.accept(1, batch("nic-b", BOOT, 1, function(new UUID(2, 2), "blue-b", "blue", 5)));
        samples.drop(Set.of(1, 2));
        assertThat(samples.functions())
                .extracting(sample -> sample.labels().vf())
                .containsExactly("blue-a");
        assertThat(samples.nics()).extracting(NicSample::nic).containsExactly("nic-a");
    }

    @Test
    void theNumberOfFunctionsIsBounded() {
        FunctionCounters[] many = IntStream.range(0, Samples.MAX_FUNCTIONS)
                .mapToObj(i -> function(new UUID(3, i), "vf-" + i, "blue", 1))
                .toArray(FunctionCounters[]::new);
        samples.accept(0, batch("nic-a", BOOT, 1, many));
        samples.accept(0, batch("nic-b", BOOT, 1, many));
        samples.accept(0, batch("nic-a", BOOT, 2, many));
        assertThat(samples.functions()).hasSize(Samples.MAX_FUNCTIONS);
        assertThat(samples.refused()).isEqualTo(Samples.MAX_FUNCTIONS);
    }

    @Test
    void eachCounterOfTheDatapathIsExposedOnce() {
        Stream<String> exposed = Families.FUNCTION_COUNTERS.stream()
                .flatMap(family -> family.sources().stream())
                .map(Source::counter);
        assertThat(exposed)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.of(Counter.values()).map(Counter::exposedName).toList());
    }

    @Test
    void aFunctionStaysWithinItsBudgetOfSeries() {
        samples.accept(0, batch("nic-a", BOOT, 1, function(new UUID(2, 1), "blue-a", "blue", 5)));
        int alone = seriesOf("blue-a", new SeriesCollector(samples).collect());
        assertThat(alone).isLessThanOrEqualTo(Families.BUDGET_PER_FUNCTION).isGreaterThan(50);
    }

    private static int seriesOf(String vf, MetricSnapshots families) {
        return (int) families.stream()
                .flatMap(family -> family.getDataPoints().stream())
                .filter(point -> vf.equals(point.getLabels().get("vf")))
                .count();
    }

    private void passSeconds(long seconds) {
        nowNs += TimeUnit.SECONDS.toNanos(seconds);
    }
}
