package io.verbena.tenant.issuer;

import java.time.Instant;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Somebody who may ask for tokens.
 *
 * @param secretHash as {@link org.springframework.security.crypto.password.DelegatingPasswordEncoder} writes it
 * @param tenantNodeId the tenant that it belongs to, null for one of the platform
 * @param tenant its name
 */
record Client(
        String id,
        String secretHash,
        Set<String> roles,
        @Nullable UUID tenantNodeId,
        @Nullable String tenant,
        @Nullable String nic,
        Instant createdAt) {
    Client {
        roles = Set.copyOf(roles);
    }

    /** Without the hash. */
    @Override
    public String toString() {
        return "Client[id=" + id + ", roles=" + roles + ", tenant=" + tenant + ", nic=" + nic + "]";
    }
}
