package io.verbena.nic.fabric.sim;

import java.util.stream.LongStream;

/** The seeds of a test run: 0 to 199, or as told by system properties. */
final class Seeds {
    private static final String ONE = "verbena.sim.seed";
    private static final String COUNT = "verbena.sim.seeds";
    private static final long DEFAULT_COUNT = 200;

    private Seeds() {}

    static LongStream all() {
        Long one = Long.getLong(ONE);
        return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong(COUNT, DEFAULT_COUNT));
    }

    static String replay(Class<?> test, long seed) {
        return "replay: ./verbena test -pl nic-emulator/fabric -am -Dtest=%s -Dsurefire.failIfNoSpecifiedTests=false -D%s=%d"
                .formatted(test.getSimpleName(), ONE, seed);
    }
}
