package io.verbena.nic.datapath.function.lease;

import io.verbena.nic.datapath.function.ResourceKind;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the ledger is told in one sync. Every number is absolute. */
public record LeaseRequest(
        long incarnation, UUID bootId, long seq, @Nullable UUID ledgerEpoch, List<Line> lines) {
    public LeaseRequest {
        lines = List.copyOf(lines);
    }

    /**
     * @param granted the highest grant seen
     * @param returned all that was ever returned
     * @param want what the lease should be in all
     */
    public record Line(String tenant, ResourceKind kind, long granted, long returned, long used, long want) {}
}
