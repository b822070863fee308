package io.verbena.standalone.system;

import java.security.SecureRandom;
import java.util.HexFormat;

/** A client that tenant-service's issuer knows from its start; its secret is drawn anew in each run. */
public record Client(String id, String secret) {
    private static final int SECRET_BYTES = 24;

    static Client draw(String id) {
        return new Client(id, secretText());
    }

    /** Hex digits: in need of no quoting anywhere. */
    static String secretText() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    @Override
    public String toString() {
        return "Client[id=" + id + ", secret=***]";
    }
}
