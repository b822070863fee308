package io.verbena.sriov.vf.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A NIC's function as a place to put VFs. Its epoch never goes back and outlives every holder.
 *
 * @param vfUid the holder; in QUARANTINED the one that left something behind, null for a function that we did not make
 * @param baseline how often the NIC had drawn new key seeds when the holder was last seen in force; a reset must have
 *     raised it. Null: never seen in force
 * @param reason why it is quarantined, null otherwise
 * @param evicting whether an operator wants the function gone that is in it and that we did not make
 */
public record FunctionSlot(
        String nic,
        int pf,
        int index,
        State state,
        @Nullable UUID vfUid,
        long epoch,
        @Nullable Baseline baseline,
        @Nullable String reason,
        boolean evicting) {
    /** Whether and why a slot can take a VF. */
    public enum State {
        FREE,
        ASSIGNED,
        /** Takes nobody until the NIC reports it empty. */
        QUARANTINED
    }

    /** Seed rotations seen in one boot; a count of another boot cannot be compared. */
    public record Baseline(UUID bootId, long seedRotations) {}

    public FunctionSlot {
        if (state == State.ASSIGNED && vfUid == null || state == State.FREE && vfUid != null) {
            throw new IllegalArgumentException(
                    "slot " + nic + "/" + pf + "/" + index + " is " + state + " with holder " + vfUid);
        }
    }

    /** Whether it holds a function that we did not make. */
    public boolean found() {
        return state == State.QUARANTINED && vfUid == null;
    }
}
