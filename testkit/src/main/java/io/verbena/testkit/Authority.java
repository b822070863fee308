package io.verbena.testkit;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;

/** A certificate authority of a test's own, whose certificates are for 127.0.0.1 and localhost. */
public final class Authority {
    private static final Duration LIFE = Duration.ofHours(1);

    private final X509Bundle root;

    private Authority(X509Bundle root) {
        this.root = root;
    }

    public static Authority named(String name) {
        try {
            return new Authority(leaf(name, Instant.now().plus(LIFE))
                    .setIsCertificateAuthority(true)
                    .buildSelfSigned());
        } catch (Exception e) {
            throw new IllegalStateException("making the authority " + name, e);
        }
    }

    private static CertificateBuilder leaf(String name, Instant until) {
        return new CertificateBuilder()
                .ecp256()
                .notBefore(until.minus(LIFE.multipliedBy(2)))
                .notAfter(until)
                .subject("CN=" + name)
                .addSanIpAddress("127.0.0.1")
                .addSanDnsName("localhost");
    }

    public String pem() {
        return root.getCertificatePEM();
    }

    /** A certificate and its key, in PEM. */
    public record Leaf(String certificate, String key, String serial) {
        /** Writes each to its file, which is there in whole or not. */
        public void to(Path certificateFile, Path keyFile) {
            write(keyFile, key);
            write(certificateFile, certificate);
        }
    }

    public Leaf issue(String name) {
        return issue(name, Instant.now().plus(LIFE));
    }

    public Leaf expired(String name) {
        return issue(name, Instant.now().minus(Duration.ofMinutes(1)));
    }

    private Leaf issue(String name, Instant until) {
        try {
            X509Bundle issued = leaf(name, until).buildIssuedBy(root);
            return new Leaf(
                    issued.getCertificatePathPEM(),
                    issued.getPrivateKeyPEM(),
                    issued.getCertificate().getSerialNumber().toString(16));
        } catch (Exception e) {
            throw new IllegalStateException("issuing a certificate for " + name, e);
        }
    }

    /** Writes a file, which is there in whole or not. */
    public static void write(Path file, String text) {
        try {
            Path whole = Files.writeString(file.resolveSibling(file.getFileName() + ".new"), text);
            Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new IllegalStateException("writing " + file, e);
        }
    }
}
