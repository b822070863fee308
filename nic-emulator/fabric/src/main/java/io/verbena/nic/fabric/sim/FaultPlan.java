package io.verbena.nic.fabric.sim;

import java.util.SplittableRandom;

/**
 * How a link treats packets; each share in per cent of the packets, decided one by one.
 *
 * @param lossPercent packets that vanish
 * @param duplicationPercent packets that come twice, the second time later
 * @param reorderingPercent packets that are overtaken by the next ones
 * @param bitFlipPercent packets of which one bit changes
 * @param delayNs from end to end
 * @param jitterNs added at random; does not reorder
 */
public record FaultPlan(
        double lossPercent,
        double duplicationPercent,
        double reorderingPercent,
        double bitFlipPercent,
        long delayNs,
        long jitterNs) {
    /** A link that only takes its time. */
    public static FaultPlan clean(long delayNs) {
        return new FaultPlan(0, 0, 0, 0, delayNs, 0);
    }

    /**
     * A harmful link. Rates are high enough for a thousand packets to meet each kind, and low enough that seven retries in a
     * row do not fail by chance.
     */
    public static FaultPlan drawn(SplittableRandom random) {
        return new FaultPlan(
                random.nextDouble(1, 4),
                random.nextDouble(1, 3),
                random.nextDouble(1, 3),
                random.nextDouble(0.5, 1.5),
                random.nextLong(2_000, 20_000),
                random.nextLong(0, 10_000));
    }

    FaultPlan healed() {
        return clean(delayNs);
    }
}
