package io.verbena.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.core.DelegatingOAuth2TokenValidator;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;

class TestTokensTest {
    private static final TestTokens TOKENS = TestTokens.start();

    @AfterAll
    static void stop() {
        TOKENS.close();
    }

    @Test
    void aGoodTokenPassesARealCheck() {
        Jwt jwt = decoder().decode(TOKENS.tenant("tenant-admin", "blue"));
        assertThat(jwt.getClaimAsString("tenant")).isEqualTo("blue");
        assertThat(jwt.getClaimAsStringList("roles")).containsExactly("tenant-admin");
    }

    @Test
    void theOthersDoNot() {
        for (String token :
                List.of(TOKENS.expired(), TOKENS.foreignIssuer(), TOKENS.wrongAudience(), TOKENS.badSignature())) {
            assertThatThrownBy(() -> decoder().decode(token)).isInstanceOf(JwtException.class);
        }
    }

    @Test
    void aClientGetsATokenForItsSecretOnly() throws Exception {
        assertThat(requestToken("nic-a", TestTokens.CLIENT_SECRET).statusCode()).isEqualTo(200);
        assertThat(requestToken("nic-a", "guess").statusCode()).isEqualTo(401);
        assertThat(TOKENS.issuedToClients()).isEqualTo(1);
    }

    private static HttpResponse<String> requestToken(String client, String secret)
            throws IOException, InterruptedException {
        String basic = Base64.getEncoder().encodeToString((client + ":" + secret).getBytes(StandardCharsets.UTF_8));
        try (var http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(TOKENS.tokenUri()))
                            .header("Authorization", "Basic " + basic)
                            .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    private static NimbusJwtDecoder decoder() {
        NimbusJwtDecoder decoder =
                NimbusJwtDecoder.withIssuerLocation(TOKENS.issuer()).build();
        decoder.setJwtValidator(new DelegatingOAuth2TokenValidator<>(
                JwtValidators.createDefaultWithIssuer(TOKENS.issuer()),
                new JwtClaimValidator<List<String>>("aud", aud -> aud != null && aud.contains(TestTokens.AUDIENCE))));
        return decoder;
    }
}
