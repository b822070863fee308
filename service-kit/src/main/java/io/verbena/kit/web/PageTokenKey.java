package io.verbena.kit.web;

import java.security.SecureRandom;
import java.util.function.Supplier;

/** The secret that seals page tokens. All replicas of a service need the same one, so that it comes from their database. */
public final class PageTokenKey {
    private static final int BYTES = 32;

    private final Supplier<byte[]> secret;

    /** @param secret asked at each use; remembers what it read */
    public PageTokenKey(Supplier<byte[]> secret) {
        this.secret = secret;
    }

    /** For a service without a database: tokens end with the process. */
    static PageTokenKey drawn() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return new PageTokenKey(() -> secret);
    }

    byte[] secret() {
        return secret.get();
    }
}
