package io.verbena.sriov.vf.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Who holds a VF. Every holder has an epoch of its own: a word about another epoch is about another attachment.
 *
 * @param holder what the tenant calls it: a pod, a machine
 * @param leaseUntil when it ends by itself, on the database's clock; null: never
 */
public record Attachment(
        long epoch, String holder, @Nullable Instant leaseUntil) {
    /** Whether its lease is over at {@code now} of the database's clock. */
    public boolean expired(Instant now) {
        return leaseUntil != null && !leaseUntil.isAfter(now);
    }
}
