package io.verbena.contracts.change;

import java.util.UUID;

/**
 * One change of one object, in the order of its service's log.
 *
 * @param service whose log; positions of two services are never compared
 * @param logId the log's identity; another one after a restored backup
 * @param pos dense position in the log; a consumer drops what is not above the last it has seen
 * @param objectType noun, such as {@code virtualFunction}
 * @param version the object's version after the change
 * @param tenantPath ancestors from the root, {@code acme/blue}; empty for what no tenant owns
 * @param body the object after the change, JSON
 */
public record ChangeMessage(
        String service,
        UUID logId,
        long pos,
        String objectType,
        String objectId,
        long version,
        String tenantPath,
        ChangeType type,
        String body) {}
