package io.verbena.nic.fabric.sim;

import java.util.SplittableRandom;

/**
 * How two queue pairs are connected.
 *
 * @param mtu path MTU, bytes
 * @param psns where the two directions start; half of them shortly before the wrap
 * @param maxRdAtomic READs outstanding
 * @param minRnrTimer code 1 to 10, 10 to 320 us
 * @param timeout code 7 to 9, 0.5 to 2 ms: several round trips, overtaken packets included
 * @param depth requests posted and not completed
 * @param thinkNs how long the host program takes after a completion
 * @param mayFail whether it asks for something forbidden
 */
record ConnectionPlan(
        int mtu, int[] psns, int maxRdAtomic, int minRnrTimer, int timeout, int depth, long thinkNs, boolean mayFail) {
    static final int RETRIES = 7;
    /** For ever. */
    static final int RNR_RETRIES = 7;

    private static final int[] MTUS = {256, 256, 512, 1024};
    private static final int CIRCLE = 1 << 24;
    /** The wrap comes early in the run. */
    private static final int BEFORE_WRAP = 200;

    static ConnectionPlan drawn(SplittableRandom random, boolean mayFail) {
        return new ConnectionPlan(
                MTUS[random.nextInt(MTUS.length)],
                new int[] {psn(random), psn(random)},
                random.nextInt(1, 9),
                random.nextInt(1, 11),
                random.nextInt(7, 10),
                random.nextInt(1, 17),
                random.nextLong(0, 5_000),
                mayFail);
    }

    private static int psn(SplittableRandom random) {
        return random.nextBoolean() ? CIRCLE - random.nextInt(1, BEFORE_WRAP) : random.nextInt(CIRCLE);
    }
}
