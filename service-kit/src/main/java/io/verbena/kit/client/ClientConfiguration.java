package io.verbena.kit.client;

import io.verbena.kit.tls.OutgoingRequests;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.InMemoryOAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistration;
import org.springframework.security.oauth2.client.registration.InMemoryClientRegistrationRepository;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.core.AuthorizationGrantType;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;
import tools.jackson.databind.json.JsonMapper;

/** {@link ServiceClients} for a service that has credentials of its own. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("verbena.client.id")
@EnableConfigurationProperties(ClientProperties.class)
public class ClientConfiguration {
    private static final String REGISTRATION = "verbena";

    @Bean
    ServiceClients serviceClients(ClientProperties properties, JsonMapper json, OutgoingRequests requests) {
        return new ServiceClients(requests.parts(), bearer(properties, requests.issuer()), json);
    }

    private static OAuth2ClientHttpRequestInterceptor bearer(
            ClientProperties properties, JdkClientHttpRequestFactory requests) {
        var registrations = new InMemoryClientRegistrationRepository(ClientRegistration.withRegistrationId(REGISTRATION)
                .authorizationGrantType(AuthorizationGrantType.CLIENT_CREDENTIALS)
                .clientId(properties.id())
                .clientSecret(properties.secret())
                .tokenUri(properties.tokenUri())
                .build());
        var tokens = new RestClientClientCredentialsTokenResponseClient();
        tokens.setRestClient(RestClient.builder()
                .requestFactory(requests)
                .configureMessageConverters(converters -> converters
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        var clients = new InMemoryOAuth2AuthorizedClientService(registrations);
        var manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, clients);
        manager.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder()
                .clientCredentials(grant -> grant.accessTokenResponseClient(tokens))
                .build());
        var interceptor = new OAuth2ClientHttpRequestInterceptor(manager);
        interceptor.setClientRegistrationIdResolver(request -> REGISTRATION);
        // One token for the service, whoever's request it is working on.
        Authentication service = new AnonymousAuthenticationToken(
                REGISTRATION, properties.id(), AuthorityUtils.createAuthorityList("ROLE_SERVICE"));
        interceptor.setPrincipalResolver(request -> service);
        // A token that the other side no longer takes, as after the issuer lost its keys, is fetched anew next time.
        interceptor.setAuthorizationFailureHandler(
                OAuth2ClientHttpRequestInterceptor.authorizationFailureHandler(clients));
        return interceptor;
    }
}
