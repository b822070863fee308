package io.verbena.sriov.device;

import io.verbena.contracts.nic.NicCapability;
import io.verbena.contracts.nic.WireKind;
import java.net.URI;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A NIC that has registered.
 *
 * @param bootId of its last registration
 * @param vtep its tunnel endpoint, null unless it is on an overlay
 * @param heartbeatRecent whether that was within the time a NIC may be silent, on the database's clock
 * @param approvedAt null while no operator has let it take work
 * @param cordonedAt since when it takes no new VF, null when it may
 * @param wantedFunctions how many an operator wants it to have, null: as many as it comes with
 * @param resizeEpoch of that intent
 * @param resizeProblem why it has not as many, null when it has or was not told yet
 * @param version raised by everything but a plain heartbeat
 */
public record Nic(
        String name,
        String host,
        UUID bootId,
        URI adminUrl,
        WireKind wire,
        @Nullable String vtep,
        NicCapability capability,
        Instant registeredAt,
        Instant heartbeatAt,
        boolean heartbeatRecent,
        @Nullable Instant approvedAt,
        @Nullable String approvedBy,
        @Nullable Instant cordonedAt,
        @Nullable String cordonedBy,
        @Nullable Integer wantedFunctions,
        long resizeEpoch,
        @Nullable String resizeProblem,
        long version) {
    /** Whether a NIC can take VFs. */
    public enum State {
        /** Waits for an operator. */
        PENDING,
        READY,
        /** Approved, and not heard of lately. */
        SILENT
    }

    public boolean approved() {
        return approvedAt != null;
    }

    /** Slots that VFs may be put into: those that it has and is to keep. */
    public int usableFunctions() {
        int has = capability.functionCount();
        return wantedFunctions == null ? has : Math.min(has, wantedFunctions);
    }

    public boolean cordoned() {
        return cordonedAt != null;
    }

    public State state() {
        if (!approved()) {
            return State.PENDING;
        }
        return heartbeatRecent ? State.READY : State.SILENT;
    }
}
