package io.verbena.tenant.tenant;

import java.util.UUID;

/**
 * A node as other features see it.
 *
 * @param path names of its ancestors from the root and its own: {@code acme/blue}
 * @param suspended a tenant that gets nothing more
 */
public record NodeRef(UUID id, NodeKind kind, String name, String path, boolean suspended) {}
