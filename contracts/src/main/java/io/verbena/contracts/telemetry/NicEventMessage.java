package io.verbena.contracts.telemetry;

import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a NIC: a refused verb, a QP that failed, a fenced command, a changed function.
 *
 * @param sequence from 1 in each boot
 * @param type snake_case
 * @param vfUid the function concerned, null for the device
 */
public record NicEventMessage(
        String nic,
        String host,
        UUID bootId,
        long sequence,
        Instant at,
        String type,
        @Nullable UUID vfUid,
        @Nullable String tenant,
        Map<String, String> detail) {
    public NicEventMessage {
        detail = Map.copyOf(detail);
    }
}
