package io.verbena.nic.datapath.function;

import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Read-back of a slot.
 *
 * @param vfUid the holder, null when free
 * @param epochFloor the lowest epoch still taken; outlives the holder
 * @param appliedGeneration generation in force, 0 when free
 * @param used objects and bytes that exist now
 * @param contexts open verbs contexts
 * @param seedRotations how often the seeds of keys and QP numbers were drawn anew
 */
public record FunctionStatus(
        int pf,
        int index,
        FunctionState state,
        @Nullable UUID vfUid,
        long epochFloor,
        long appliedGeneration,
        @Nullable String digest,
        @Nullable FunctionSpec spec,
        Map<ResourceKind, Long> used,
        int contexts,
        long seedRotations) {
    public FunctionStatus {
        used = Map.copyOf(used);
    }
}
