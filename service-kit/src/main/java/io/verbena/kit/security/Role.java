package io.verbena.kit.security;

import java.util.Optional;

/** What a token's {@code roles} may name. Others are passed over. */
public enum Role {
    /** All of it. */
    PLATFORM_ADMIN("platform-admin"),
    /** Reads all of it. */
    PLATFORM_READER("platform-reader"),
    /** All of one tenant. */
    TENANT_ADMIN("tenant-admin"),
    /** Virtual functions of one tenant. */
    TENANT_OPERATOR("tenant-operator"),
    /** Reads one tenant. */
    TENANT_VIEWER("tenant-viewer"),
    /** A part of this system, or a NIC. */
    SERVICE("service");

    private final String claim;

    Role(String claim) {
        this.claim = claim;
    }

    /** As it stands in a token. */
    public String claim() {
        return claim;
    }

    static Optional<Role> of(String claim) {
        for (Role role : values()) {
            if (role.claim.equals(claim)) {
                return Optional.of(role);
            }
        }
        return Optional.empty();
    }
}
