package io.verbena.kit.web;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param nextPageToken where the list goes on; empty at its end
 * @param resourceVersion from where to watch the list without missing anything, the same on all its pages; null of a list
 *     that cannot be watched
 */
public record Page<T>(
        List<T> items,
        String nextPageToken,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String resourceVersion) {
    public Page {
        items = List.copyOf(items);
    }
}
