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
 * Page tokens: the last key of a page, sealed together with the list it belongs to, so that a token works for no other
 * path, filter or caller and tells nothing that could be tampered with.
 */
final class SealedTokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MAC_BYTES = 32;

    private final PageTokenKey key;

    SealedTokens(PageTokenKey key) {
        this.key = key;
    }

    String seal(String list, String lastKey) {
        byte[] last = lastKey.getBytes(StandardCharsets.UTF_8);
        byte[] mac = mac(list, last);
        byte[] token = Arrays.copyOf(mac, MAC_BYTES + last.length);
        System.arraycopy(last, 0, token, MAC_BYTES, last.length);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(token);
    }

    /** The last key, unless the token is not one that was sealed for this list. */
    Optional<String> open(String list, String token) {
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(token);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        if (bytes.length < MAC_BYTES) {
            return Optional.empty();
        }
        byte[] last = Arrays.copyOfRange(bytes, MAC_BYTES, bytes.length);
        boolean ours = MessageDigest.isEqual(mac(list, last), Arrays.copyOf(bytes, MAC_BYTES));
        return ours ? Optional.of(new String(last, StandardCharsets.UTF_8)) : Optional.empty();
    }

    private byte[] mac(String list, byte[] last) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key.secret(), ALGORITHM));
            mac.update(list.getBytes(StandardCharsets.UTF_8));
            mac.update((byte) 0);
            return mac.doFinal(last);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every JDK has " + ALGORITHM, e);
        }
    }
}
