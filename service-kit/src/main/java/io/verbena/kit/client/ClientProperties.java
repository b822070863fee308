package io.verbena.kit.client;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * {@code verbena.client.*}: what this service shows to the issuer to get a token of its own.
 *
 * @param tokenUri the issuer's token endpoint
 */
@ConfigurationProperties("verbena.client")
record ClientProperties(String id, String secret, String tokenUri) {
    ClientProperties {
        require(id, "id");
        require(secret, "secret");
        require(tokenUri, "token-uri");
    }

    private static void require(String value, String name) {
        if (value == null || value.isBlank()) {
            throw new IllegalArgumentException("verbena.client." + name + " is needed");
        }
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return id + " at " + tokenUri;
    }
}
