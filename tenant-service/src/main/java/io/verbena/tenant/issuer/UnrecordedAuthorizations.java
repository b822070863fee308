package io.verbena.tenant.issuer;

import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.server.authorization.OAuth2Authorization;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.OAuth2TokenType;

/**
 * Remembers no token. Each is signed, carries all it says and lives for minutes; to keep them, as the default does in
 * memory, would cost a leak and buy nothing. What it gives up: introspection and revocation of a single token.
 */
final class UnrecordedAuthorizations implements OAuth2AuthorizationService {
    @Override
    public void save(OAuth2Authorization authorization) {}

    @Override
    public void remove(OAuth2Authorization authorization) {}

    @Override
    public @Nullable OAuth2Authorization findById(String id) {
        return null;
    }

    @Override
    public @Nullable OAuth2Authorization findByToken(String token, @Nullable OAuth2TokenType tokenType) {
        return null;
    }
}
