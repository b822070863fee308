package io.verbena.tls;

import java.security.GeneralSecurityException;
import java.util.Collections;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;

/** A client's context that follows a file of authorities. */
final class Trust {
    /** In place of a file, as in libpq: the authorities that the JVM brings. */
    static final String SYSTEM = "system";

    private final SSLContext context;
    private final @Nullable Followed<Authorities> authorities;

    private Trust(SSLContext context, @Nullable Followed<Authorities> authorities) {
        this.context = context;
        this.authorities = authorities;
    }

    /** @param file null, or with path {@value #SYSTEM}, for the JVM's own */
    static Trust of(@Nullable PemFile file) {
        if (file == null || file.path().equals(SYSTEM)) {
            return new Trust(context(new FollowingTrust(Authorities::ofSystem, "the JVM's own authorities")), null);
        }
        Followed<Authorities> followed = new Followed<>(
                file::read,
                () -> Authorities.parse(file),
                found -> "trusted are " + found.describe() + " of " + file.variable());
        SSLContext context =
                context(new FollowingTrust(() -> followed.value().trust(), file.variable() + ", " + file.path()));
        // A session that is resumed shows no certificate: whom it was made with may no longer be trusted.
        followed.onChange(changed -> forget(context.getClientSessionContext()));
        return new Trust(context, followed);
    }

    private static SSLContext context(FollowingTrust trust) {
        return context(null, new TrustManager[] {trust});
    }

    static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, trust, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("making a TLS context", e);
        }
    }

    private static void forget(SSLSessionContext sessions) {
        for (byte[] id : Collections.list(sessions.getIds())) {
            SSLSession session = sessions.getSession(id);
            if (session != null) {
                session.invalidate();
            }
        }
    }

    SSLContext context() {
        return context;
    }

    void tell() {
        if (authorities != null) {
            authorities.tell();
        }
    }

    void refresh() {
        if (authorities != null) {
            authorities.refresh();
        }
    }
}
