package io.verbena.sriov.vf.model;

import io.verbena.contracts.nic.FunctionReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** All function slots of all NICs. Locks are taken in the order NIC, slot, VF. */
public interface FunctionSlots {
    List<FunctionSlot> on(String nic);

    /** The NIC's last word about a slot, if it was asked for no earlier than {@code since}. */
    Optional<FunctionReport> reportSince(String nic, int pf, int index, Instant since);

    /** Makes rows for the first {@code count} slots where there are none. Rows are never taken away: epochs outlive. */
    void ensure(String nic, int pf, int count);

    /** Takes a FREE slot and draws its next epoch; empty when somebody was faster. */
    OptionalLong claim(String nic, int pf, int index, UUID vfUid);

    /** Locks the holder's slot for the current transaction, if it has one. */
    void lock(UUID vfUid);

    /** Draws the next epoch of the holder's slot, above {@code floor}; empty when it holds none. */
    OptionalLong drawEpoch(UUID vfUid, long floor);

    /**
     * Remembers what the NIC said about a slot, and the baseline while the NIC has our holder in it. Of two replicas' words the
     * later one stays.
     *
     * @param askedAt before the NIC was read: it may have said so at any time since
     */
    void observed(String nic, UUID bootId, FunctionReport report, boolean held, Instant askedAt);

    /** Frees the holder's slot; the caller has proof. */
    void free(UUID vfUid);

    /** Keeps the slot from being used, if {@code holder} is (still) the one in it; null: nobody. */
    void quarantine(String nic, int pf, int index, @Nullable UUID holder, String reason);

    /** The slot of the function with that uid which we did not make, if a NIC reports one. */
    Optional<FunctionSlot> found(UUID vfUid);

    /**
     * Makes a found function's slot that of the VF, whose uid it has. The epoch is the NIC's floor or ours, so that what its
     * programs have open goes on where the two agree. Empty when it is not there any more.
     */
    OptionalLong adopt(UUID vfUid, long floor);

    /** Makes an adopted function a found one again. */
    void abandon(UUID vfUid, String reason);

    /** Has a found function taken away, under a new epoch; false when there is none. */
    boolean evict(String nic, int pf, int index, long floor);

    /** Lets a slot that was quarantined for a function we did not make be used again. */
    void unquarantine(String nic, int pf, int index);
}
