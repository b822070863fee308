package io.verbena.tls;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * TLS of a process, as the variables {@code VERBENA_TLS_*} set it: what its server shows and whom its clients trust. New
 * connections follow the files. Without any of the variables, servers speak plainly, and clients trust whom the JVM does.
 */
public final class Tls implements AutoCloseable {
    public static final String CERTIFICATE = "VERBENA_TLS_CERTIFICATE";
    public static final String KEY = "VERBENA_TLS_KEY";
    public static final String CA = "VERBENA_TLS_CA";
    public static final String ISSUER_CA = "VERBENA_ISSUER_CA";
    /** Reading three small files costs less than telling reliably whether they have changed. */
    public static final Duration PERIOD = Duration.ofSeconds(5);

    /** Without any file. */
    public static final Tls NONE = start(variable -> null);

    private final @Nullable Followed<Identity> identity;
    private final Trust trust;
    private final Trust issuer;
    private final CountDownLatch stop = new CountDownLatch(1);

    private Tls(@Nullable Followed<Identity> identity, Trust trust, Trust issuer) {
        this.identity = identity;
        this.trust = trust;
        this.issuer = issuer;
    }

    /** What is in the files now, and from then on what comes into them. */
    public static Tls start(Function<String, @Nullable String> variables) {
        return start(variables, PERIOD);
    }

    /** @throws TlsException naming the variable and the file */
    public static Tls start(Function<String, @Nullable String> variables, Duration period) {
        PemFile certificate = file(variables, CERTIFICATE);
        PemFile key = file(variables, KEY);
        PemFile ca = file(variables, CA);
        PemFile issuerCa = file(variables, ISSUER_CA);
        Trust trust = Trust.of(ca);
        Tls tls = new Tls(identity(certificate, key), trust, issuerCa == null ? trust : Trust.of(issuerCa));
        if (certificate != null || ca != null || issuerCa != null) {
            tls.tell();
            Thread.ofVirtual().name("tls files").start(() -> tls.follow(period));
        }
        return tls;
    }

    static @Nullable PemFile file(Function<String, @Nullable String> variables, String variable) {
        String path = variables.apply(variable);
        return path == null || path.isBlank() ? null : new PemFile(variable, path);
    }

    private static @Nullable Followed<Identity> identity(@Nullable PemFile certificate, @Nullable PemFile key) {
        if (certificate == null && key == null) {
            return null;
        }
        if (certificate == null || key == null) {
            throw new TlsException(CERTIFICATE + " and " + KEY + " need each other, and "
                    + (key == null ? KEY : CERTIFICATE) + " is not set");
        }
        Identity.Files files = new Identity.Files(certificate, key);
        return new Followed<>(files::read, files::parse, found -> "shown is " + found.describe());
    }

    private void follow(Duration period) {
        try {
            while (!stop.await(period.toMillis(), TimeUnit.MILLISECONDS)) {
                refresh();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void tell() {
        if (identity != null) {
            identity.tell();
        }
        trust.tell();
        if (issuer != trust) {
            issuer.tell();
        }
    }

    /** Looks at the files now. */
    void refresh() {
        if (identity != null) {
            identity.refresh();
        }
        trust.refresh();
        if (issuer != trust) {
            issuer.refresh();
        }
    }

    /** What a server shows now; empty where it speaks plainly. */
    public Optional<Identity> identity() {
        return Optional.ofNullable(identity).map(Followed::value);
    }

    /** Told of each later identity, on the thread that reads files. */
    public void onIdentity(Consumer<Identity> listener) {
        if (identity != null) {
            identity.onChange(listener);
        }
    }

    /** For a server; empty where it speaks plainly. */
    public Optional<SSLContext> server() {
        Followed<Identity> shown = identity;
        return shown == null
                ? Optional.empty()
                : Optional.of(Trust.context(new KeyManager[] {new FollowingKeys(shown::value)}, null));
    }

    /** For clients of other parts of the system. */
    public SSLContext client() {
        return trust.context();
    }

    /** For clients of the issuer, which may be somebody else's. */
    public SSLContext issuerClient() {
        return issuer.context();
    }

    @Override
    public void close() {
        stop.countDown();
    }
}
