package io.verbena.contracts.quota;

import io.verbena.contracts.Resource;
import java.util.Map;
import java.util.UUID;

/**
 * Body of {@code POST /api/v1/reservations}. Idempotent by operation id.
 *
 * @param operationId names the reservation for ever
 * @param tenant name of the tenant to charge, and with it all its ancestors
 * @param amounts how much of each resource, positive
 * @param ttlSeconds when it expires unless renewed or committed
 */
public record ReserveRequest(UUID operationId, String tenant, Map<Resource, Long> amounts, int ttlSeconds) {
    public ReserveRequest {
        amounts = Map.copyOf(amounts);
    }
}
