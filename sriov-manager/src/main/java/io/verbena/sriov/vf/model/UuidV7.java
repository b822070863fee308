package io.verbena.sriov.vf.model;

import java.time.Instant;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** RFC 9562 version 7: 48 bits of milliseconds, then randomness; later ids sort after earlier ones. */
public final class UuidV7 {
    private static final long VERSION = 7L << 12;
    private static final long VARIANT = 2L << 62;

    private UuidV7() {}

    public static UUID draw(Instant now, RandomGenerator random) {
        long high = now.toEpochMilli() << 16 | VERSION | random.nextLong() & 0xFFF;
        long low = VARIANT | random.nextLong() >>> 2;
        return new UUID(high, low);
    }
}
