package io.verbena.nic.datapath.function.lease;

import io.verbena.nic.datapath.function.ResourceKind;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The ledger's answer to a sync.
 *
 * @param termNs how long after that sync was sent this NIC may go on admitting
 */
public record LeaseGrants(UUID bootId, long incarnation, long seq, long termNs, UUID ledgerEpoch, List<Line> lines) {
    public LeaseGrants {
        lines = List.copyOf(lines);
    }

    /**
     * @param granted all that was ever granted
     * @param headroom what more could be had; 0: return what is not used
     * @param shortage who could not give what was wanted
     */
    public record Line(
            String tenant,
            ResourceKind kind,
            long granted,
            long headroom,
            @Nullable Shortage shortage) {}

    /** An ancestor of the tenant that has nothing left. */
    public record Shortage(String scope, long limit, long used) {}
}
