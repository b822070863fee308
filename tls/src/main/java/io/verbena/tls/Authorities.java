package io.verbena.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Whose certificates a client takes. At least one of them was valid when they were read; a null list is the JVM's own. */
record Authorities(@Nullable List<X509Certificate> certificates, X509ExtendedTrustManager trust) {
    static Authorities ofSystem() {
        return new Authorities(null, trust(null));
    }

    static Authorities parse(PemFile file) {
        List<X509Certificate> found = file.certificates(file.read());
        Date now = new Date();
        if (found.stream().allMatch(authority -> authority.getNotAfter().before(now))) {
            throw file.wrong("has no authority that has not expired", null);
        }
        return new Authorities(found, trust(found));
    }

    private static X509ExtendedTrustManager trust(@Nullable List<X509Certificate> authorities) {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(authorities == null ? null : store(authorities));
            return Arrays.stream(factory.getTrustManagers())
                    .filter(X509ExtendedTrustManager.class::isInstance)
                    .map(X509ExtendedTrustManager.class::cast)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("this JVM has no X.509 trust manager"));
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("making a trust manager", e);
        }
    }

    private static KeyStore store(List<X509Certificate> authorities) throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry("authority-" + i, authorities.get(i));
        }
        return store;
    }

    String describe() {
        return certificates == null
                ? "the authorities of the JVM"
                : certificates.stream()
                        .map(authority -> authority.getSubjectX500Principal().toString())
                        .distinct()
                        .toList()
                        .toString();
    }
}
