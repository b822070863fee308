package io.verbena.contracts.lease;

import io.verbena.contracts.Resource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Answer to a sync.
 *
 * @param seq of the sync
 * @param termMs how long after sending that sync the NIC may go on admitting
 * @param ledgerEpoch another one than before: the ledger is another, or was restored
 * @param lines one for each that was sent
 */
public record LeaseReply(UUID bootId, long incarnation, long seq, long termMs, UUID ledgerEpoch, List<Line> lines) {
    public LeaseReply {
        lines = List.copyOf(lines);
    }

    /**
     * @param granted all that was ever granted to this line
     * @param headroom what more could be had now; 0: return all that is not used
     * @param shortage who could not give what was wanted, null when it was given
     */
    public record Line(
            String tenant,
            Resource resource,
            long granted,
            long headroom,
            @Nullable Shortage shortage) {}

    /** The first ancestor from the root that has nothing left; its scope as in {@code organisation/acme}. */
    public record Shortage(String scope, long limit, long used) {}
}
