package io.verbena.kit.web;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Tokens that only this service can make: a content, sealed together with the scope it is good in, such as a list or the
 * change log. A token works in no other scope and its content cannot be tampered with, though it can be read.
 */
public final class SealedTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;

    private final PageTokenKey key;

    public SealedTokens(PageTokenKey key) {
        this.key = key;
    }

    public String seal(String scope, String content) {
        byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
        byte[] mac = mac(scope, bytes);
        byte[] token = Arrays.copyOf(mac, MAC_BYTES + bytes.length);
        System.arraycopy(bytes, 0, token, MAC_BYTES, bytes.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** The content, unless the token is not one that was sealed in this scope. */
    public Optional<String> open(String scope, String token) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.length < MAC_BYTES) {
            return Optional.empty();
        }
        byte[] content = Arrays.copyOfRange(bytes, MAC_BYTES, bytes.length);
        boolean ours = MessageDigest.isEqual(mac(scope, content), Arrays.copyOf(bytes, MAC_BYTES));
        return ours ? Optional.of(new String(content, StandardCharsets.UTF_8)) : Optional.empty();
    }

    private byte[] mac(String scope, byte[] content) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.secret(), ALGORITHM));
            mac.update(scope.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(content);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
