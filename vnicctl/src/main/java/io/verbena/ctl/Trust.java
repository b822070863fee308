package io.verbena.ctl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.NoSuchAlgorithmException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Whom a server's certificate may come from. */
final class Trust {
    private Trust() {}

    /** @param file null for the JVM's authorities */
    static SSLContext of(@Nullable Path file) throws Failure {
        try {
            return file == null ? SSLContext.getDefault() : only(file);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    private static SSLContext only(Path file) throws Failure {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (Certificate authority : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("authority-" + store.size(), authority);
            }
            if (store.size() == 0) {
                throw new Failure(ExitCodes.USAGE, file + " has no certificate in PEM");
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new Failure(ExitCodes.USAGE, "certificates cannot be read from " + file + ": " + e, e);
        }
    }
}
