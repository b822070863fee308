package io.verbena.contracts.quota;

import io.verbena.contracts.Resource;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A reservation as the ledger has it; {@code expiresAt} while it is RESERVED. */
public record ReservationReply(
        UUID operationId,
        String tenant,
        Map<Resource, Long> amounts,
        ReservationState state,
        @Nullable Instant expiresAt) {
    public ReservationReply {
        amounts = Map.copyOf(amounts);
    }
}
