package io.verbena.telemetry.ingest;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * What is remembered of a NIC between two batches.
 *
 * @param earlierBoots newest last; a batch of one of them came too late
 */
record NicTrack(
        UUID bootId, long sequence, Instant sampledAt, Map<UUID, FunctionCounters> functions, List<UUID> earlierBoots) {
    NicTrack {
        functions = Map.copyOf(functions);
        earlierBoots = List.copyOf(earlierBoots);
    }

    static NicTrack of(CounterBatch batch, List<UUID> earlierBoots) {
        var functions = new HashMap<UUID, FunctionCounters>();
        batch.functions().forEach(function -> functions.put(function.vfUid(), function));
        return new NicTrack(batch.bootId(), batch.sequence(), batch.sampledAt(), functions, earlierBoots);
    }
}
