package io.verbena.sriov.operations;

import io.verbena.kit.problem.Problem;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One piece of long work on one VF.
 *
 * @param id UUIDv7; names the quota reservation too
 * @param vf the VF's name, kept for when the VF is gone
 * @param change the limits to go to, of an UPDATE
 * @param targetGeneration the generation that it brings about
 * @param phase what it is doing or waiting for, for people
 * @param finishedAt null while it runs
 * @param problem why it failed, null otherwise
 */
public record Operation(
        UUID id,
        OperationKind kind,
        String tenant,
        UUID vfUid,
        String vf,
        @Nullable LimitsChange change,
        long targetGeneration,
        String phase,
        Instant createdAt,
        @Nullable Instant finishedAt,
        @Nullable Problem problem) {
    /** The change of limits, of an UPDATE. */
    public LimitsChange limitsChange() {
        if (change == null) {
            throw new IllegalStateException("operation " + id + " changes no limits");
        }
        return change;
    }

    public boolean done() {
        return finishedAt != null;
    }
}
