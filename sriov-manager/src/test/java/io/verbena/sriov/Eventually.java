package io.verbena.sriov;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.awaitility.Awaitility;

/** Level-triggered waiting with one limit for all. */
public final class Eventually {
    /** Generous: a busy machine is no failure. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static final Duration POLL = Duration.ofMillis(50);

    private Eventually() {}

    public static void holds(Callable<Boolean> condition, String what) {
        holds(condition, () -> what);
    }

    public static void holds(Callable<Boolean> condition, Supplier<String> what) {
        try {
            Awaitility.await().atMost(LIMIT).pollInterval(POLL).until(condition);
        } catch (org.awaitility.core.ConditionTimeoutException late) {
            throw new AssertionError("did not come true in " + LIMIT + ": " + what.get(), late);
        }
    }
}
