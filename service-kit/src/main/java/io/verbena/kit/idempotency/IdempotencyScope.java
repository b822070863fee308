package io.verbena.kit.idempotency;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a key is unique in: nobody meets the keys of another caller, nor those of another path. */
record IdempotencyScope(String service, String caller, String method, String path, String key) {
    /** A structured-field string, or the same characters without its quotes. */
    private static final Pattern KEY = Pattern.compile("(?<quote>\"?)(?<key>[!#-\\[\\]-~]{1,255})\\k<quote>");

    /** @throws ProblemException 400 when the header is no key */
    static String parseKey(String header) {
        Matcher key = KEY.matcher(header);
        if (!key.matches()) {
            throw new ProblemException(
                    ProblemType.INVALID_REQUEST, "Idempotency-Key is a string of 1 to 255 visible ASCII characters.");
        }
        return key.group("key");
    }

    /** Services may share a database, and with it the numbers of advisory locks; 64 bits of a hash keep them apart. */
    long lockId() {
        String scope = String.join("\n", service, caller, method, path, key);
        return ByteBuffer.wrap(sha256().digest(scope.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
