package io.verbena.kit.problem;

import io.verbena.contracts.ProblemType;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/**
 * A refusal: its type, a sentence for people, and what else the type has to say for machines.
 *
 * @param detail what was refused and what to do about it; no secrets, no stack traces
 * @param extensions members beside those of RFC 9457, by name
 */
public record Problem(ProblemType type, String detail, Map<String, Object> extensions) {
    /** Members that RFC 9457 or every answer of ours has; the rest are extensions. */
    private static final Set<String> GENERAL =
            Set.of("type", "title", "status", "detail", "instance", "reason", "traceId");

    public Problem {
        extensions = Map.copyOf(extensions);
    }

    public Problem(ProblemType type, String detail) {
        this(type, detail, Map.of());
    }

    /** What another part answered, if it is one of our problems. */
    public static Optional<Problem> parse(JsonMapper json, byte[] body) {
        Map<String, Object> members;
        try {
            members = json.readValue(body, new TypeReference<>() {});
        } catch (JacksonException e) {
            return Optional.empty();
        }
        if (members == null) {
            return Optional.empty();
        }
        var extensions = new LinkedHashMap<String, Object>();
        members.forEach((name, value) -> {
            if (!GENERAL.contains(name) && value != null) {
                extensions.put(name, value);
            }
        });
        for (ProblemType type : ProblemType.values()) {
            if (type.uri().equals(members.get("type"))) {
                String detail = members.get("detail") instanceof String text ? text : type.title();
                return Optional.of(new Problem(type, detail, extensions));
            }
        }
        return Optional.empty();
    }

    /** As JSON has it where no request is being answered: within an object, or an event. */
    public Map<String, Object> members() {
        var members = new LinkedHashMap<String, Object>();
        members.put("type", type.uri());
        members.put("title", type.title());
        members.put("status", type.status());
        members.put("detail", detail);
        members.put("reason", type.name());
        members.putAll(extensions);
        return members;
    }

    /** @param traceId finds our log lines about it */
    ProblemDetail answer(String traceId) {
        ProblemDetail answer = ProblemDetail.forStatusAndDetail(HttpStatusCode.valueOf(type.status()), detail);
        answer.setType(URI.create(type.uri()));
        answer.setTitle(type.title());
        answer.setProperty("reason", type.name());
        extensions.forEach(answer::setProperty);
        answer.setProperty("traceId", traceId);
        return answer;
    }
}
