package io.verbena.tenant.quota.model;

import java.util.UUID;

/** One line and the node it is at. */
public record NodeLine(UUID nodeId, Line line) {}
