package io.verbena.nic.device.control;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The NIC's own access token, by client credentials (RFC 6749 4.4); got anew before it runs out. One thread. */
final class ServiceToken {
    /** So long before its end a token is no longer used: a request must arrive while it holds. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    private final Issuer issuer;
    private final ClientCredentials client;
    private final JsonMapper json = JsonMapper.shared();
    private @Nullable String token;
    private long renewAtNs;

    private record TokenReply(
            @JsonProperty("access_token") @Nullable String accessToken,
            @JsonProperty("expires_in") long expiresInSeconds) {}

    ServiceToken(Issuer issuer, ClientCredentials client) {
        this.issuer = issuer;
        this.client = client;
    }

    /** @throws IOException when the issuer does not give one, saying why */
    String current(long nowNs) throws IOException {
        String known = token;
        if (known == null || nowNs - renewAtNs >= 0) {
            TokenReply reply = request();
            known = reply.accessToken();
            if (known == null) {
                throw new IOException("the issuer's answer has no access_token");
            }
            token = known;
            renewAtNs = nowNs
                    + Math.max(
                            0,
                            Duration.ofSeconds(reply.expiresInSeconds())
                                    .minus(MARGIN)
                                    .toNanos());
        }
        return known;
    }

    /** After a peer refused it. */
    void forget() {
        token = null;
    }

    private TokenReply request() throws IOException {
        String pair = encoded(client.clientId()) + ":" + encoded(client.clientSecret());
        String basic = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(issuer.endpoints().tokenEndpoint())
                .timeout(Issuer.REQUEST_LIMIT)
                .header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
        HttpResponse<String> answer = Issuer.exchange(issuer.http(), request);
        if (answer.statusCode() != 200) {
            throw new IOException("the issuer gives client " + client.clientId() + " no token: " + answer.statusCode()
                    + " at " + request.uri());
        }
        try {
            return json.readValue(answer.body(), TokenReply.class);
        } catch (JacksonException e) {
            throw new IOException("the token from " + request.uri() + " cannot be read", e);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
