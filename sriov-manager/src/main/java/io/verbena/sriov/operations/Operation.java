package io.verbena.sriov.operations;

import io.verbena.kit.problem.Problem;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One piece of long work, on one VF or one NIC.
 *
 * @param id UUIDv7; names the quota reservation too
 * @param tenant whose it is; empty for the platform's own
 * @param change the limits to go to, of an UPDATE
 * @param nicDrain how, of a DRAIN_NIC
 * @param targetGeneration the generation that it brings about
 * @param phase what it is doing or waiting for, for people
 * @param finishedAt null while it runs
 * @param problem why it failed, null otherwise
 */
public record Operation(
        UUID id,
        OperationKind kind,
        String tenant,
        Subject subject,
        @Nullable LimitsChange change,
        @Nullable NicDrain nicDrain,
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

    /** How to drain, of a DRAIN_NIC. */
    public NicDrain drain() {
        if (nicDrain == null) {
            throw new IllegalStateException("operation " + id + " drains no NIC");
        }
        return nicDrain;
    }

    /** Which VF it is about. */
    public UUID vfUid() {
        return ofVf().uid();
    }

    /** The VF's name. */
    public String vf() {
        return ofVf().name();
    }

    /** The NIC that it is about. */
    public String nic() {
        return switch (subject) {
            case Subject.OfNic(String name) -> name;
            case Subject.OfVf _ -> throw new IllegalStateException("operation " + id + " is about a VF");
        };
    }

    private Subject.OfVf ofVf() {
        return switch (subject) {
            case Subject.OfVf vf -> vf;
            case Subject.OfNic _ -> throw new IllegalStateException("operation " + id + " is about a NIC");
        };
    }

    public boolean done() {
        return finishedAt != null;
    }
}
