package io.verbena.kit.web;

import java.util.List;

/** @param nextPageToken where the list goes on; empty at its end */
public record Page<T>(List<T> items, String nextPageToken) {
    public Page {
        items = List.copyOf(items);
    }
}
