package io.verbena.tenant.lease.sim;

import java.util.stream.LongStream;

/** The seeds of a test run: 0 to 499, or as told by system properties. */
final class Seeds {
    private static final String ONE = "verbena.lease.seed";
    private static final String COUNT = "verbena.lease.seeds";
    private static final long DEFAULT_COUNT = 500;

    private Seeds() {}

    static LongStream all() {
        Long one = Long.getLong(ONE);
        return one != null ? LongStream.of(one) : LongStream.range(0, Long.getLong(COUNT, DEFAULT_COUNT));
    }

    static String replay(long seed) {
        return "replay: ./verbena test -pl tenant-service -am -Dtest=LeaseSimulationTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -D" + ONE + "=" + seed;
    }
}
