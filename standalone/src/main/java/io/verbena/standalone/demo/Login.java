package io.verbena.standalone.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** A bearer token, and the request that gets another one. */
final class Login {
    private static final Duration TIMEOUT = Duration.ofSeconds(15);

    private final @Nullable HttpRequest renewal;
    private volatile String token;

    /** @param renewal null for a token that cannot be renewed */
    Login(@Nullable HttpRequest renewal, String token) {
        this.renewal = renewal;
        this.token = token;
    }

    /** The client credentials grant (RFC 6749 4.4). */
    static HttpRequest request(URI issuer, String clientId, String clientSecret) {
        String credentials = URLEncoder.encode(clientId, UTF_8) + ':' + URLEncoder.encode(clientSecret, UTF_8);
        return HttpRequest.newBuilder(issuer.resolve("/oauth2/token"))
                .timeout(TIMEOUT)
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
    }

    @Nullable
    HttpRequest renewal() {
        return renewal;
    }

    void renew(String fresh) {
        token = fresh;
    }

    String token() {
        return token;
    }

    /** The same request with the token as it is now. */
    HttpRequest authorize(HttpRequest request) {
        return HttpRequest.newBuilder(request, (_, _) -> true)
                .header("Authorization", "Bearer " + token)
                .build();
    }
}
