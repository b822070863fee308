package io.verbena.standalone.demo;

import tools.jackson.databind.JsonNode;

/** A service refused what the scenario needs, or did not answer. */
public final class ApiFailure extends Exception {
    private static final long serialVersionUID = 1;

    public ApiFailure(String message) {
        super(message);
    }

    public ApiFailure(String message, Throwable cause) {
        super(message, cause);
    }

    static ApiFailure of(Reply reply) {
        return new ApiFailure(reply.request() + " answered " + reply.status() + ": " + describe(reply.body()));
    }

    /** Type and detail of a problem, in one line. */
    static String describe(JsonNode problem) {
        String type = problem.path("type").asString("");
        String detail = problem.path("detail").asString(problem.path("title").asString(""));
        return type.isEmpty() ? problem.toString() : detail + " (" + type + ")";
    }
}
