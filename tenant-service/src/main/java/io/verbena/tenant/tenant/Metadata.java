package io.verbena.tenant.tenant;

import java.time.Instant;
import java.util.UUID;

/** What every answer says of an object. */
record Metadata(UUID id, String name, long generation, Instant createdAt) {
    static Metadata of(Node node) {
        return new Metadata(node.ref().id(), node.name(), node.generation(), node.createdAt());
    }
}
