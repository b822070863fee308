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

/** Whose certificates a client takes. At least one of them was valid when they were read. */
record Authorities(List<X509Certificate> certificates, X509ExtendedTrustManager trust) {
    /** The JVM's own: read when first asked for, as there are some 150, and a system in the clear asks for none. */
    private static final class OfSystem {
        static final X509ExtendedTrustManager TRUST = trustIn(null);
    }

    static X509ExtendedTrustManager ofSystem() {
        return OfSystem.TRUST;
    }

    static Authorities parse(PemFile file) {
        List<X509Certificate> found = file.certificates(file.read());
        Date now = new Date();
        if (found.stream().allMatch(authority -> authority.getNotAfter().before(now))) {
            throw file.wrong("has no authority that has not expired", null);
        }
        return new Authorities(found, trustIn(found));
    }

    private static X509ExtendedTrustManager trustIn(@Nullable List<X509Certificate> authorities) {
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
        return certificates.stream()
                .map(authority -> authority.getSubjectX500Principal().toString())
                .distinct()
                .toList()
                .toString();
    }
}
