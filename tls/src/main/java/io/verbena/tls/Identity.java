package io.verbena.tls;

import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * What a server shows: its private key, which belongs to the first certificate of the chain. The certificate was valid when
 * it was read.
 */
public record Identity(PrivateKey key, List<X509Certificate> chain) {
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    /** The files of an identity. */
    record Files(PemFile certificate, PemFile key) {
        String read() {
            return certificate.read() + key.read();
        }

        Identity parse() {
            List<X509Certificate> chain = certificate.certificates(certificate.read());
            PrivateKey secret = key.privateKey(key.read());
            checkDates(chain.getFirst());
            if (!belongTogether(secret, chain.getFirst().getPublicKey())) {
                throw key.wrong(
                        "does not match the certificate in '" + certificate.path() + "' of " + certificate.variable(),
                        null);
            }
            return new Identity(secret, chain);
        }

        private void checkDates(X509Certificate leaf) {
            try {
                leaf.checkValidity();
            } catch (CertificateExpiredException e) {
                throw certificate.wrong("expired at " + leaf.getNotAfter().toInstant(), e);
            } catch (CertificateNotYetValidException e) {
                throw certificate.wrong(
                        "is not valid before " + leaf.getNotBefore().toInstant(), e);
            }
        }

        /** Whether one verifies what the other signs. */
        private boolean belongTogether(PrivateKey secret, PublicKey known) {
            String algorithm = SIGNATURES.get(secret.getAlgorithm());
            if (algorithm == null) {
                throw key.wrong("is for " + secret.getAlgorithm() + "; possible are RSA, EC and EdDSA", null);
            }
            try {
                Signature signature = Signature.getInstance(algorithm);
                signature.initSign(secret);
                byte[] signed = signature.sign();
                signature.initVerify(known);
                return signature.verify(signed);
            } catch (InvalidKeyException e) {
                return false;
            } catch (GeneralSecurityException e) {
                throw key.wrong("cannot sign: " + e.getMessage(), e);
            }
        }
    }

    String describe() {
        X509Certificate leaf = chain.getFirst();
        return leaf.getSubjectX500Principal() + ", serial "
                + leaf.getSerialNumber().toString(16) + ", until "
                + leaf.getNotAfter().toInstant();
    }

    /** Without the key. */
    @Override
    public String toString() {
        return describe();
    }
}
