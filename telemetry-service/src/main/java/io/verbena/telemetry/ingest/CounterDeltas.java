package io.verbena.telemetry.ingest;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a batch adds to what was known. Pure. Counters of a function begin at 0 when it is configured and only grow; they
 * begin anew with another boot, another {@code vfUid}, or when one of them went back.
 */
final class CounterDeltas {
    /** More reboots than this within the time a record may be late mean other trouble. */
    private static final int REMEMBERED_BOOTS = 8;

    private CounterDeltas() {}

    /** How a batch relates to those before. */
    sealed interface Outcome {
        /**
         * It is the newest.
         *
         * @param track to remember in place of the earlier one
         * @param functions by {@code vfUid}; a function of the very first batch has none, as nothing says since when it counted
         * @param lostBatches how many between the last one and this never came; costs resolution only
         */
        record Accepted(NicTrack track, Map<UUID, FunctionDelta> functions, long lostBatches, boolean rebooted)
                implements Outcome {
            public Accepted {
                functions = Map.copyOf(functions);
            }
        }

        /** Taken before. */
        record Duplicate() implements Outcome {}

        /** Older than what was taken before. */
        record Late() implements Outcome {}
    }

    /**
     * What one function did since the batch before.
     *
     * @param counters by name; names that did not change are there with 0
     * @param interval between the two samples; zero or negative when the NIC's clock was set back
     * @param restarted its counters began anew within the interval
     */
    record FunctionDelta(Map<String, Long> counters, Duration interval, boolean restarted) {
        FunctionDelta {
            counters = Map.copyOf(counters);
        }
    }

    static Outcome of(@Nullable NicTrack before, CounterBatch batch) {
        if (before == null) {
            return new Outcome.Accepted(NicTrack.of(batch, List.of()), Map.of(), 0, false);
        }
        if (!batch.bootId().equals(before.bootId())) {
            return before.earlierBoots().contains(batch.bootId()) ? new Outcome.Late() : afterReboot(before, batch);
        }
        if (batch.sequence() <= before.sequence()) {
            return batch.sequence() == before.sequence() ? new Outcome.Duplicate() : new Outcome.Late();
        }
        return new Outcome.Accepted(
                NicTrack.of(batch, before.earlierBoots()),
                deltas(before, batch, before.functions()),
                batch.sequence() - before.sequence() - 1,
                false);
    }

    private static Outcome afterReboot(NicTrack before, CounterBatch batch) {
        var boots = new ArrayList<>(before.earlierBoots());
        boots.add(before.bootId());
        List<UUID> kept = boots.subList(Math.max(0, boots.size() - REMEMBERED_BOOTS), boots.size());
        return new Outcome.Accepted(
                NicTrack.of(batch, kept), deltas(before, batch, Map.of()), batch.sequence() - 1, true);
    }

    private static Map<UUID, FunctionDelta> deltas(
            NicTrack before, CounterBatch batch, Map<UUID, FunctionCounters> bases) {
        Duration interval = Duration.between(before.sampledAt(), batch.sampledAt());
        var deltas = new HashMap<UUID, FunctionDelta>();
        for (FunctionCounters now : batch.functions()) {
            FunctionCounters base = bases.get(now.vfUid());
            boolean restarted = base == null || wentBack(base, now);
            Map<String, Long> from = base == null || restarted ? Map.of() : base.counters();
            var counters = new HashMap<String, Long>();
            now.counters().forEach((name, value) -> counters.put(name, value - from.getOrDefault(name, 0L)));
            deltas.put(now.vfUid(), new FunctionDelta(counters, interval, restarted));
        }
        return deltas;
    }

    private static boolean wentBack(FunctionCounters base, FunctionCounters now) {
        return base.counters().entrySet().stream()
                .anyMatch(entry -> now.counters().getOrDefault(entry.getKey(), entry.getValue()) < entry.getValue());
    }
}
