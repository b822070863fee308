package io.verbena.tenant.issuer;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.ClientAuthenticationMethod;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClient;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.ClientSettings;
import org.springframework.security.oauth2.server.authorization.settings.TokenSettings;

/** Stored clients as the authorization server wants them: client credentials and nothing else. */
final class RegisteredClients implements RegisteredClientRepository {
    private static final String CLIENT = "verbena.client";

    private final Clients clients;
    private final TokenSettings tokenSettings;

    RegisteredClients(Clients clients, Duration tokenLifetime) {
        this.clients = clients;
        this.tokenSettings =
                TokenSettings.builder().accessTokenTimeToLive(tokenLifetime).build();
    }

    /** The stored client behind a registered one. */
    static Client clientOf(RegisteredClient registered) {
        Client client = registered.getClientSettings().getSetting(CLIENT);
        if (client == null) {
            throw new IllegalStateException("client " + registered.getClientId() + " was not read from the database");
        }
        return client;
    }

    @Override
    public @Nullable RegisteredClient findById(String id) {
        return clients.find(id).map(this::registered).orElse(null);
    }

    @Override
    public @Nullable RegisteredClient findByClientId(String clientId) {
        return findById(clientId);
    }

    /**
     * Keeps the hash that the authorization server made of a right secret whose stored one is too weak; nothing else of
     * a client changes here.
     */
    @Override
    public void save(RegisteredClient registeredClient) {
        String hash = Objects.requireNonNull(registeredClient.getClientSecret());
        clients.rehash(
                registeredClient.getClientId(), clientOf(registeredClient).secretHash(), hash);
    }

    private RegisteredClient registered(Client client) {
        return RegisteredClient.withId(client.id())
                .clientId(client.id())
                .clientSecret(client.secretHash())
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_BASIC)
                .clientAuthenticationMethod(ClientAuthenticationMethod.CLIENT_SECRET_POST)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .clientSettings(ClientSettings.builder().setting(CLIENT, client).build())
                .tokenSettings(tokenSettings)
                .build();
    }
}
