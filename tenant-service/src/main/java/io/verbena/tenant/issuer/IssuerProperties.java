package io.verbena.tenant.issuer;

import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The issuer's configuration.
 *
 * @param enabled false when an issuer elsewhere is trusted
 * @param url the issuer's name in every token, and where clients reach it
 * @param tokenLifetime how long a token is good; a client that was deleted keeps what it has for so long
 * @param keyTerm how long a key signs before its successor does, at least an hour and ten lives of a token
 * @param bcryptStrength of the hashes of clients' secrets, from 4 to 16: each step doubles the work. It protects secrets
 *     that people chose; those drawn at random need none of it. A stored hash below it is made anew at its next use
 * @param bootstrapClients what exists from the start; one that leaves this list is deleted at the next start
 */
@ConfigurationProperties("verbena.issuer")
record IssuerProperties(
        @DefaultValue("true") boolean enabled,
        URI url,
        @DefaultValue("15m") Duration tokenLifetime,
        @DefaultValue("30d") Duration keyTerm,
        @DefaultValue("10") int bcryptStrength,
        @DefaultValue List<BootstrapClient> bootstrapClients) {

    IssuerProperties {
        if (!url.isAbsolute()) {
            throw new IllegalArgumentException("verbena.issuer.url is no absolute URL: " + url);
        }
        if (tokenLifetime.compareTo(Duration.ofMinutes(1)) < 0 || tokenLifetime.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("verbena.issuer.token-lifetime must be from 1m to 1d: " + tokenLifetime);
        }
        if (keyTerm.compareTo(Duration.ofHours(1)) < 0 || keyTerm.compareTo(tokenLifetime.multipliedBy(10)) < 0) {
            throw new IllegalArgumentException(
                    "verbena.issuer.key-term must be at least 1h and ten times the token-lifetime: " + keyTerm);
        }
        if (bcryptStrength < 4 || bcryptStrength > 16) {
            throw new IllegalArgumentException(
                    "verbena.issuer.bcrypt-strength must be from 4 to 16: " + bcryptStrength);
        }
        bootstrapClients = List.copyOf(bootstrapClients);
        var ids = new HashSet<String>();
        for (BootstrapClient client : bootstrapClients) {
            if (!ids.add(client.id())) {
                throw new IllegalArgumentException("verbena.issuer.bootstrap-clients has " + client.id() + " twice");
            }
        }
    }

    /**
     * A client of the platform.
     *
     * @param nic the NIC that it is bound to, null for none
     */
    record BootstrapClient(
            String id,
            String secret,
            Set<String> roles,
            @Nullable String nic) {
        BootstrapClient {
            if (id.isBlank() || secret.isBlank() || roles.isEmpty()) {
                throw new IllegalArgumentException(
                        "verbena.issuer.bootstrap-clients needs id, secret and roles of each, at: " + id);
            }
            roles = Set.copyOf(roles);
        }

        /** Without the secret. */
        @Override
        public String toString() {
            return "BootstrapClient[id=" + id + ", roles=" + roles + ", nic=" + nic + "]";
        }
    }
}
