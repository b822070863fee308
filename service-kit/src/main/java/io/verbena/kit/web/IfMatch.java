package io.verbena.kit.web;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The versions that a request may change. A controller method that takes it cannot be called without the header.
 *
 * @param tags those named; empty stands for {@code *}, any version
 */
public record IfMatch(List<ETag> tags) {
    public IfMatch {
        tags = List.copyOf(tags);
    }

    /** @throws ProblemException 428 when there is no header */
    static IfMatch parse(@Nullable String header) {
        if (header == null || header.isBlank()) {
            throw new ProblemException(
                    ProblemType.PRECONDITION_REQUIRED,
                    "Read the object and send its ETag as If-Match, or * to change whatever is there.");
        }
        if (header.strip().equals("*")) {
            return new IfMatch(List.of());
        }
        var tags = new ArrayList<ETag>();
        for (String tag : header.split(",")) {
            // A tag that we never gave matches nothing, which is a failed precondition and no syntax error.
            ETag.parse(tag.strip()).ifPresent(tags::add);
        }
        if (tags.isEmpty()) {
            throw failed(null);
        }
        return new IfMatch(tags);
    }

    /** @throws ProblemException 412 when the object has another version than those named */
    public void require(ETag current) {
        if (!tags.isEmpty() && !tags.contains(current)) {
            throw failed(current);
        }
    }

    /** For objects whose status changes by itself: only the spec's generation counts. */
    public void requireGeneration(ETag current) {
        if (!tags.isEmpty() && tags.stream().noneMatch(tag -> tag.generation() == current.generation())) {
            throw failed(current);
        }
    }

    private static ProblemException failed(@Nullable ETag current) {
        return new ProblemException(
                ProblemType.PRECONDITION_FAILED,
                "The object has changed since it was read; read it again.",
                current == null ? Map.of() : Map.of("currentETag", current.toString()));
    }
}
