package io.verbena.kit.idempotency;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the first request with a key was answered.
 *
 * @param fingerprint SHA-256 of that request's query and body
 */
record StoredAnswer(
        byte[] fingerprint,
        int status,
        @Nullable String location,
        @Nullable String etag,
        @Nullable String contentType,
        byte[] body) {
    boolean isFor(byte[] otherFingerprint) {
        return Arrays.equals(fingerprint, otherFingerprint);
    }

    void writeTo(HttpServletResponse response) throws IOException {
        response.setStatus(status);
        if (location != null) {
            response.setHeader("Location", location);
        }
        if (etag != null) {
            response.setHeader("ETag", etag);
        }
        if (contentType != null) {
            response.setContentType(contentType);
        }
        response.setHeader("Idempotent-Replayed", "true");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }
}
