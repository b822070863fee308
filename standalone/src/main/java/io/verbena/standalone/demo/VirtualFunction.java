package io.verbena.standalone.demo;

import java.util.UUID;
import tools.jackson.databind.JsonNode;

/**
 * A VF as the API shows it.
 *
 * @param id as the client chose it
 * @param uid the system's own, by which a verbs program opens it
 * @param ready whether its NIC has it as it should be
 */
record VirtualFunction(
        String id, String tenant, UUID uid, String nic, String host, String address, String state, boolean ready) {
    static VirtualFunction of(String id, String tenant, JsonNode body) {
        JsonNode status = body.path("status");
        return new VirtualFunction(
                id,
                tenant,
                UUID.fromString(status.path("uid").asString()),
                status.path("nic").asString(),
                status.path("host").asString(),
                status.path("address").asString(),
                status.path("state").asString(),
                status.path("conditions")
                        .valueStream()
                        .anyMatch(condition -> condition.path("type").asString().equals("Ready")
                                && condition.path("status").asString().equals("True")));
    }
}
