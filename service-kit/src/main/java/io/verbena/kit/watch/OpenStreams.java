package io.verbena.kit.watch;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.HashMap;
import java.util.Map;

/** How many streams are open at this replica, and whose. */
final class OpenStreams {
    /** By then a stream whose client is gone was found out, by its next bookmark. */
    private static final int RETRY_AFTER_SECONDS = 15;

    private final int limit;
    private final int limitPerCaller;
    private final Map<String, Integer> byCaller = new HashMap<>();
    private int count;

    OpenStreams(int limit, int limitPerCaller) {
        this.limit = limit;
        this.limitPerCaller = limitPerCaller;
    }

    /** A stream's place; closing it gives it back. */
    @FunctionalInterface
    interface Place extends AutoCloseable {
        @Override
        void close();
    }

    /** @throws ProblemException 429 when there is no room */
    synchronized Place open(String caller) {
        int mine = byCaller.getOrDefault(caller, 0);
        if (mine >= limitPerCaller) {
            throw tooMany("This caller has " + mine + " streams open at this replica, and may have no more.");
        }
        if (count >= limit) {
            throw tooMany("This replica has " + count + " streams open, and takes no more.");
        }
        byCaller.put(caller, mine + 1);
        count++;
        return () -> close(caller);
    }

    synchronized int count() {
        return count;
    }

    private synchronized void close(String caller) {
        byCaller.computeIfPresent(caller, (name, mine) -> mine == 1 ? null : mine - 1);
        count--;
    }

    private static ProblemException tooMany(String detail) {
        return new ProblemException(
                ProblemType.TOO_MANY_STREAMS, detail, Map.of("retryAfterSeconds", RETRY_AFTER_SECONDS));
    }
}
