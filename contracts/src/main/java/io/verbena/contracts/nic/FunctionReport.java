package io.verbena.contracts.nic;

import io.verbena.contracts.Resource;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A slot as the NIC sees it, which is what counts.
 *
 * @param vfUid the holder, null when free
 * @param epochFloor the lowest epoch still taken; outlives the holder
 * @param appliedGeneration generation in force, 0 when free
 * @param digest of the spec in force
 * @param spec in force, null when free
 * @param used objects and bytes that exist now
 * @param contexts open verbs contexts
 * @param seedRotations how often keys and QP number seeds were drawn anew; a verified reset has raised it
 */
public record FunctionReport(
        int pf,
        int index,
        FunctionState state,
        @Nullable UUID vfUid,
        long epochFloor,
        long appliedGeneration,
        @Nullable String digest,
        @Nullable FunctionSpec spec,
        Map<Resource, Long> used,
        int contexts,
        long seedRotations) {
    public FunctionReport {
        used = Map.copyOf(used);
    }
}
