package io.verbena.tls;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.pem.PemContent;

/** A file in PEM, and the variable that names it. */
record PemFile(String variable, String path) {
    /** Several times all public authorities of a distribution. */
    private static final int MAX_BYTES = 1 << 20;

    String read() {
        try (var in = Files.newInputStream(Path.of(path))) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw wrong("has more than " + MAX_BYTES + " bytes", null);
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (NoSuchFileException e) {
            throw wrong("does not exist", e);
        } catch (IOException | InvalidPathException e) {
            throw wrong("cannot be read: " + e, e);
        }
    }

    List<X509Certificate> certificates(String text) {
        List<X509Certificate> found;
        try {
            found = PemContent.of(text).getCertificates();
        } catch (RuntimeException e) {
            throw wrong("has no certificate in PEM (BEGIN CERTIFICATE)", e);
        }
        if (found.isEmpty()) {
            throw wrong("has no certificate in PEM (BEGIN CERTIFICATE)", null);
        }
        return found;
    }

    PrivateKey privateKey(String text) {
        try {
            return Objects.requireNonNull(PemContent.of(text).getPrivateKey());
        } catch (RuntimeException e) {
            throw wrong("has no private key in PEM (BEGIN PRIVATE KEY) without a password", e);
        }
    }

    /** A failure of this file, in words that follow its name. */
    TlsException wrong(String what, @Nullable Throwable cause) {
        String message = this + ", which " + what;
        return cause == null ? new TlsException(message) : new TlsException(message, cause);
    }

    @Override
    public String toString() {
        return variable + " names '" + path + "'";
    }
}
