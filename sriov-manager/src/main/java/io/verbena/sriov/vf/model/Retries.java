package io.verbena.sriov.vf.model;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How programming a VF has gone since it last worked.
 *
 * @param attempts failures since the last success
 * @param nextAttemptAt not before then; null: at once
 * @param fault the last failure, null when the last attempt worked
 */
public record Retries(
        int attempts,
        @Nullable Instant nextAttemptAt,
        @Nullable Fault fault) {
    /** Failures after which a VF is FAILED: with the back-off below, some 20 seconds of trying. */
    public static final int MAX_ATTEMPTS = 8;

    /** Nothing has failed. */
    public static final Retries NONE = new Retries(0, null, null);

    private static final Duration FIRST_DELAY = Duration.ofMillis(200);
    private static final Duration MAX_DELAY = Duration.ofSeconds(15);

    /** When all is lost it is still tried: NICs come back. */
    private static final Duration HOPELESS_DELAY = Duration.ofMinutes(1);

    /** One more failure; the wait doubles from 200 ms to 15 s, and is a minute once the attempts are used up. */
    public Retries failed(Fault newest, Instant now) {
        int count = Math.min(attempts + 1, MAX_ATTEMPTS);
        Duration doubled = FIRST_DELAY.multipliedBy(1L << (count - 1));
        Duration delay = doubled.compareTo(MAX_DELAY) < 0 ? doubled : MAX_DELAY;
        boolean hopeless = count == MAX_ATTEMPTS || newest.permanent();
        return new Retries(count, now.plus(hopeless ? HOPELESS_DELAY : delay), newest);
    }

    /** Whether trying on is for an operator to hope for. */
    public boolean usedUp() {
        return attempts >= MAX_ATTEMPTS || (fault != null && fault.permanent());
    }

    /** Whether an attempt may be made. */
    public boolean due(Instant now) {
        return nextAttemptAt == null || !now.isBefore(nextAttemptAt);
    }
}
