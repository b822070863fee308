package io.verbena.standalone.demo;

import io.verbena.contracts.ProblemType;
import tools.jackson.databind.JsonNode;

/**
 * What a service answered.
 *
 * @param request method and URL, for messages
 * @param etag the resource's version, quoted as it came; empty without one
 * @param body JSON, or a missing node when there was none
 */
public record Reply(String request, int status, String etag, JsonNode body) {
    public boolean refused() {
        return status >= 400;
    }

    /** Whether it was refused for this reason. */
    boolean is(ProblemType type) {
        return refused() && body.path("type").asString("").equals(type.uri());
    }

    /** The body of a success. */
    public JsonNode expect() throws ApiFailure {
        if (refused()) {
            throw ApiFailure.of(this);
        }
        return body;
    }
}
