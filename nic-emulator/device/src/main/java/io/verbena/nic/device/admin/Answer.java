package io.verbena.nic.device.admin;

import io.verbena.contracts.ProblemType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What goes back: a status and a body to write as JSON.
 *
 * @param headers beside the content type
 */
record Answer(int status, String mediaType, Object body, Map<String, String> headers) {
    static final String JSON = "application/json";
    static final String PROBLEM = "application/problem+json";

    /** A fault in a request body: where, as a JSON pointer (RFC 6901), and what. */
    record Fault(String pointer, String detail) {}

    static Answer ok(Object body) {
        return new Answer(200, JSON, body, Map.of());
    }

    static Answer noContent() {
        return new Answer(204, JSON, "", Map.of());
    }

    static Answer problem(ProblemType type, String detail) {
        return problem(type, detail, Map.of());
    }

    /** A problem (RFC 9457) with extension members. */
    static Answer problem(ProblemType type, String detail, Map<String, ?> extensions) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", type.uri());
        body.put("title", type.title());
        body.put("status", type.status());
        body.put("detail", detail);
        body.putAll(extensions);
        return new Answer(type.status(), PROBLEM, body, Map.of());
    }

    static Answer invalid(List<Fault> faults) {
        return problem(
                ProblemType.INVALID_REQUEST,
                faults.size() == 1 ? faults.getFirst().detail() : faults.size() + " faults, see errors",
                Map.of("errors", faults));
    }

    static Answer invalid(String pointer, String detail) {
        return invalid(List.of(new Fault(pointer, detail)));
    }

    Answer withHeader(String name, String value) {
        return new Answer(status, mediaType, body, Map.of(name, value));
    }
}
