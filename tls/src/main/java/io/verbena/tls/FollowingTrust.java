package io.verbena.tls;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts whom the authorities of the moment vouch for. Thread-safe. */
final class FollowingTrust extends X509ExtendedTrustManager {
    private final Supplier<X509ExtendedTrustManager> current;
    private final String source;

    /** @param source where the authorities come from, for the refusal */
    FollowingTrust(Supplier<X509ExtendedTrustManager> current, String source) {
        this.current = current;
        this.source = source;
    }

    @FunctionalInterface
    private interface Check {
        void run(X509ExtendedTrustManager trust) throws CertificateException;
    }

    private void check(Check check) throws CertificateException {
        try {
            check.run(current.get());
        } catch (CertificateException e) {
            throw new CertificateException(e.getMessage() + " (trusted: " + source + ")", e);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type, engine));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type, socket));
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(trust -> trust.checkServerTrusted(chain, type));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        check(trust -> trust.checkClientTrusted(chain, type, engine));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        check(trust -> trust.checkClientTrusted(chain, type, socket));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        check(trust -> trust.checkClientTrusted(chain, type));
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current.get().getAcceptedIssuers();
    }
}
