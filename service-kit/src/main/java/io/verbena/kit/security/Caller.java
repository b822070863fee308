package io.verbena.kit.security;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.jwt.Jwt;

/**
 * Who sent this request. An argument of controller methods whose answer depends on more than what {@link Allows} has checked.
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

    /** Sees what is this tenant's: it is the caller's own, or the caller sees all. */
    public boolean sees(String ofTenant) {
        return seesAllTenants()
                || ofTenant.equals(tenant)
                        && (is(Role.TENANT_ADMIN) || is(Role.TENANT_OPERATOR) || is(Role.TENANT_VIEWER));
    }

    /** @throws ProblemException 403 */
    void require(Role role) {
        if (!is(role)) {
            throw new ProblemException(ProblemType.PERMISSION_DENIED, "This needs the role " + role.claim() + ".");
        }
    }

    /** The one answer for what is missing and for what is another tenant's. */
    public static ProblemException notFound(String what) {
        return new ProblemException(ProblemType.NOT_FOUND, "There is no " + what + ".");
    }
}
