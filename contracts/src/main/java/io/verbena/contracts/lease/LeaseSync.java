package io.verbena.contracts.lease;

import io.verbena.contracts.Resource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Body of {@code POST /api/v1/nics/{nic}/leases:sync}: all lines of a NIC.
 *
 * @param seq counts the syncs of an incarnation from 1
 * @param ledgerEpoch of the last answer, null before the first
 */
public record LeaseSync(
        long incarnation, UUID bootId, long seq, @Nullable UUID ledgerEpoch, List<Line> lines) {
    public LeaseSync {
        lines = List.copyOf(lines);
    }

    /**
     * One tenant's lease of one resource; the NIC admits up to {@code granted - returned}.
     *
     * @param granted the highest grant that the NIC has seen
     * @param returned all that it ever returned
     * @param used what exists beyond guarantees
     * @param want what the lease should be, in all
     */
    public record Line(String tenant, Resource resource, long granted, long returned, long used, long want) {}
}
