package io.verbena.contracts.exercise;

import java.util.List;

/** Answer of {@code GET /v1/endpoints}: all of a NIC. */
public record EndpointList(List<EndpointReport> items) {
    public EndpointList {
        items = List.copyOf(items);
    }
}
