package io.verbena.tenant.lease.model;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which boot speaks for a NIC. The incarnation only rises; what an earlier one says is answered FENCED.
 *
 * @param incarnation 0 before the first
 * @param bootId the one boot of this incarnation, null when it was declared dead
 * @param seq newest sync of this incarnation
 * @param challenge the newest, null when there is none to confirm
 * @param challenged the boot that it was given to
 */
public record NicStanding(
        String nic,
        long incarnation,
        @Nullable UUID bootId,
        long seq,
        @Nullable UUID challenge,
        @Nullable UUID challenged) {
    /** A NIC that nobody has spoken for. */
    public static NicStanding unknown(String nic) {
        return new NicStanding(nic, 0, null, 0, null, null);
    }

    /** Whether that boot, under that incarnation, is over. */
    boolean fences(long ofIncarnation, UUID ofBoot) {
        return ofIncarnation < incarnation || ofIncarnation == incarnation && !ofBoot.equals(bootId);
    }

    /** With a challenge that makes every earlier one void. */
    public NicStanding challenged(UUID boot, UUID fresh) {
        return new NicStanding(nic, incarnation, bootId, seq, fresh, boot);
    }

    boolean isConfirmedBy(UUID boot, UUID answer) {
        return answer.equals(challenge) && boot.equals(challenged);
    }

    boolean isSpokenForBy(UUID boot) {
        return boot.equals(bootId);
    }

    /** The next incarnation, for the boot whose challenge was confirmed. */
    NicStanding opened(long atLeast) {
        return new NicStanding(nic, next(atLeast), challenged, 0, null, null);
    }

    /** An incarnation that this ledger has forgotten, or never knew. */
    NicStanding adopted(long known, UUID boot) {
        return new NicStanding(nic, known, boot, 0, null, null);
    }

    /** Nobody speaks for the NIC until its next boot is confirmed. */
    NicStanding closed(long atLeast) {
        return new NicStanding(nic, next(atLeast), null, 0, null, null);
    }

    private long next(long atLeast) {
        return Math.max(incarnation + 1, atLeast);
    }

    NicStanding synced(long newest) {
        return new NicStanding(nic, incarnation, bootId, newest, challenge, challenged);
    }
}
