package io.verbena.tls;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;

/**
 * Shows the identity of the moment, as a server. The alias that a handshake chooses is the certificate's serial, so that
 * key and chain stay of one identity when it changes in the middle. Thread-safe.
 */
final class FollowingKeys extends X509ExtendedKeyManager {
    private final Supplier<Identity> identity;
    private volatile Identity current;
    private volatile Identity before;

    FollowingKeys(Supplier<Identity> identity) {
        this.identity = identity;
        this.current = identity.get();
        this.before = current;
    }

    private static String alias(Identity identity) {
        return identity.chain().getFirst().getSerialNumber().toString();
    }

    private synchronized @Nullable String choose(@Nullable String keyType) {
        Identity now = identity.get();
        if (now != current) {
            before = current;
            current = now;
        }
        return now.key().getAlgorithm().equals(keyType) ? alias(now) : null;
    }

    private @Nullable Identity named(@Nullable String alias) {
        for (Identity known : new Identity[] {current, before}) {
            if (alias(known).equals(alias)) {
                return known;
            }
        }
        return null;
    }

    @Override
    public @Nullable String chooseEngineServerAlias(
            String keyType, Principal @Nullable [] issuers, @Nullable SSLEngine engine) {
        return choose(keyType);
    }

    @Override
    public @Nullable String chooseServerAlias(String keyType, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return choose(keyType);
    }

    @Override
    public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
        String alias = choose(keyType);
        return alias == null ? null : new String[] {alias};
    }

    @Override
    public X509Certificate @Nullable [] getCertificateChain(@Nullable String alias) {
        Identity found = named(alias);
        return found == null ? null : found.chain().toArray(X509Certificate[]::new);
    }

    @Override
    public @Nullable PrivateKey getPrivateKey(@Nullable String alias) {
        Identity found = named(alias);
        return found == null ? null : found.key();
    }

    @Override
    public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
        return null;
    }

    @Override
    public @Nullable String chooseClientAlias(
            String[] keyTypes, Principal @Nullable [] issuers, @Nullable Socket socket) {
        return null;
    }
}
