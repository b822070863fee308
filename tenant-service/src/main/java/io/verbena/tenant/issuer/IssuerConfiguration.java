package io.verbena.tenant.issuer;

import com.nimbusds.jose.jwk.JWKSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.Order;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.security.crypto.password.DelegatingPasswordEncoder;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jose.jws.SignatureAlgorithm;
import org.springframework.security.oauth2.jwt.JwtClaimNames;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtClaimsSet;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtEncoder;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.jwt.NimbusJwtEncoder;
import org.springframework.security.oauth2.server.authorization.OAuth2AuthorizationService;
import org.springframework.security.oauth2.server.authorization.client.RegisteredClientRepository;
import org.springframework.security.oauth2.server.authorization.settings.AuthorizationServerSettings;
import org.springframework.security.oauth2.server.authorization.token.JwtEncodingContext;
import org.springframework.security.oauth2.server.authorization.token.OAuth2TokenCustomizer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.transaction.support.TransactionTemplate;

/** The issuer's beans; none of them is there when the issuer is elsewhere. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "verbena.issuer.enabled", matchIfMissing = true)
@EnableConfigurationProperties(IssuerProperties.class)
@Import(TenantClients.class)
class IssuerConfiguration {
    private static final String AUDIENCE = "verbena";
    /** A small part of the shortest term. */
    private static final Duration SIGNING_KEYS_REFRESH = Duration.ofMinutes(1);

    /** The issuer's own paths; all others are the API's, in the chain after this one. */
    @Bean
    @Order(1)
    SecurityFilterChain issuerSecurity(HttpSecurity http) {
        http.oauth2AuthorizationServer(server -> {
                    http.securityMatcher(server.getEndpointsMatcher());
                    // For the document at /.well-known/openid-configuration.
                    server.oidc(Customizer.withDefaults());
                })
                .authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
                .sessionManagement(session -> session.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .csrf(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable);
        return http.build();
    }

    @Bean
    AuthorizationServerSettings authorizationServerSettings(IssuerProperties properties) {
        return AuthorizationServerSettings.builder()
                .issuer(properties.url().toString())
                .build();
    }

    @Bean
    Clients clients(JdbcClient jdbc) {
        return new Clients(jdbc);
    }

    @Bean
    RegisteredClientRepository registeredClients(Clients clients, IssuerProperties properties) {
        return new RegisteredClients(clients, properties.tokenLifetime());
    }

    @Bean
    OAuth2AuthorizationService authorizations() {
        return new UnrecordedAuthorizations();
    }

    @Bean
    PasswordEncoder passwordEncoder(IssuerProperties properties) {
        return new DelegatingPasswordEncoder(
                "bcrypt", Map.of("bcrypt", new BCryptPasswordEncoder(properties.bcryptStrength())));
    }

    @Bean
    SigningKeys signingKeys(JdbcClient jdbc, TransactionTemplate transactions, IssuerProperties properties) {
        return new SigningKeys(
                jdbc, transactions, properties.keyTerm(), properties.tokenLifetime(), SIGNING_KEYS_REFRESH);
    }

    @Bean
    JwtEncoder jwtEncoder(SigningKeys keys) {
        return new NimbusJwtEncoder((selector, context) -> selector.select(new JWKSet(keys.signer())));
    }

    /** Says who the client is; {@code sub} is its id. */
    @Bean
    OAuth2TokenCustomizer<JwtEncodingContext> tokenClaims(SigningKeys keys) {
        return context -> {
            context.getJwsHeader().algorithm(keys.algorithm());
            Client client = RegisteredClients.clientOf(context.getRegisteredClient());
            JwtClaimsSet.Builder claims = context.getClaims();
            claims.audience(List.of(AUDIENCE));
            claims.claim("roles", client.roles().stream().sorted().toList());
            if (client.tenant() != null) {
                claims.claim("tenant", client.tenant());
            }
            if (client.nic() != null) {
                claims.claim("nic", client.nic());
            }
        };
    }

    /**
     * Checks tokens with the keys at hand. To fetch them from its own address, this service would have to serve before it
     * has started.
     */
    @Bean
    JwtDecoder jwtDecoder(SigningKeys keys, IssuerProperties properties) {
        NimbusJwtDecoder decoder = NimbusJwtDecoder.withJwkSource(keys)
                .jwsAlgorithm(SignatureAlgorithm.ES256)
                // What the release before signed with.
                .jwsAlgorithm(SignatureAlgorithm.RS256)
                .build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                JwtValidators.createDefaultWithIssuer(properties.url().toString()),
                new JwtClaimValidator<List<String>>(
                        JwtClaimNames.AUD, audience -> audience != null && audience.contains(AUDIENCE))));
        return decoder;
    }

    @Bean
    @ConditionalOnBooleanProperty(name = "verbena.training", havingValue = false, matchIfMissing = true)
    BootstrapClients bootstrapClients(
            Clients clients, PasswordEncoder encoder, TransactionTemplate transactions, IssuerProperties properties) {
        return new BootstrapClients(clients, encoder, transactions, properties.bootstrapClients());
    }
}
