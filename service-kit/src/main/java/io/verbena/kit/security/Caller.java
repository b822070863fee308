package io.verbena.kit.security;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Who sent this request. An argument of controller methods; check it before anything else of the request, so that what a
 * refusal says does not depend on objects that the caller may not see.
 *
 * @param subject client id
 * @param tenant the one tenant of a tenant role; null for all others
 * @param nic the one NIC that this token speaks for; null unless a NIC sent it
 */
public record Caller(
        String subject,
        Set<Role> roles,
        @Nullable String tenant,
        @Nullable String nic) {
    public Caller {
        roles = Set.copyOf(roles);
    }

    static Caller of(Jwt jwt) {
        var roles = EnumSet.noneOf(Role.class);
        List<String> claimed = jwt.getClaimAsStringList("roles");
        if (claimed != null) {
            claimed.forEach(claim -> Role.of(claim).ifPresent(roles::add));
        }
        String subject = jwt.getSubject();
        return new Caller(
                subject == null ? "" : subject, roles, jwt.getClaimAsString("tenant"), jwt.getClaimAsString("nic"));
    }

    /** Has {@code role}. */
    public boolean is(Role role) {
        return roles.contains(role);
    }

    /** Sees all tenants. */
    public boolean seesAllTenants() {
        return is(Role.PLATFORM_ADMIN) || is(Role.PLATFORM_READER);
    }

    /** @throws ProblemException 404 when the path names a tenant that is not this caller's to see */
    public void requireTenant(String pathTenant) {
        boolean own = pathTenant.equals(tenant)
                && (is(Role.TENANT_ADMIN) || is(Role.TENANT_OPERATOR) || is(Role.TENANT_VIEWER));
        if (!own && !seesAllTenants()) {
            throw notFound("tenant " + pathTenant);
        }
    }

    /** For what only a tenant's administrator changes, such as its clients. */
    public void requireTenantAdmin(String pathTenant) {
        requireTenant(pathTenant);
        if (!is(Role.PLATFORM_ADMIN)) {
            require(Role.TENANT_ADMIN);
        }
    }

    /** For what belongs to no tenant, to read. */
    public void requirePlatform() {
        if (!seesAllTenants()) {
            throw denied(Role.PLATFORM_READER);
        }
    }

    /** For what belongs to no tenant, to change. */
    public void requirePlatformAdmin() {
        require(Role.PLATFORM_ADMIN);
    }

    /** For the interfaces between the parts of this system. */
    public void requireService() {
        require(Role.SERVICE);
    }

    /** @throws ProblemException 403 unless the token is bound to this NIC */
    public void requireNic(String pathNic) {
        requireService();
        if (!pathNic.equals(nic)) {
            throw new ProblemException(
                    ProblemType.PERMISSION_DENIED, "This token does not speak for NIC " + pathNic + ".");
        }
    }

    /** @throws ProblemException 403 */
    public void require(Role role) {
        if (!is(role)) {
            throw denied(role);
        }
    }

    /** The one answer for what is missing and for what is another tenant's. */
    public static ProblemException notFound(String what) {
        return new ProblemException(ProblemType.NOT_FOUND, "There is no " + what + ".");
    }

    private static ProblemException denied(Role needed) {
        return new ProblemException(ProblemType.PERMISSION_DENIED, "This needs the role " + needed.claim() + ".");
    }
}
