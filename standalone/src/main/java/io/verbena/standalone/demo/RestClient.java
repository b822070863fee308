package io.verbena.standalone.demo;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/**
 * JSON over HTTP with a bearer token, as anyone would use the API. With patience it sends again what a part that was away
 * did not answer: the very same request, so with the same idempotency key.
 */
public final class RestClient {
    /** Above the longest wait that the scenario asks a service for. */
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private static final long AGAIN_MILLIS = 500;
    private static final int UNAUTHENTICATED = 401;
    private static final int CONFLICT = 409;
    /** Of the service itself, or of a proxy before it. */
    private static final Set<Integer> AWAY = Set.of(429, 502, 503, 504);

    private static final String IN_PROGRESS = "urn:verbena:problem:idempotency-in-progress";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http;
    private final Login login;
    private final Duration patience;

    private RestClient(HttpClient http, Login login, Duration patience) {
        this.http = http;
        this.login = login;
        this.patience = patience;
    }

    /** A client with a token of the OAuth 2.0 client credentials grant, which takes every refusal for final. */
    public static RestClient login(HttpClient http, URI issuer, String clientId, String clientSecret)
            throws ApiFailure {
        return login(http, issuer, clientId, clientSecret, Duration.ZERO);
    }

    /** @param patience how long a part may be away before a request to it fails */
    static RestClient login(HttpClient http, URI issuer, String clientId, String clientSecret, Duration patience)
            throws ApiFailure {
        HttpRequest request = Login.request(issuer, clientId, clientSecret);
        RestClient anonymous = new RestClient(http, new Login(request, ""), patience);
        return new RestClient(http, new Login(request, anonymous.newToken(request)), patience);
    }

    /** A client with a token that was got elsewhere. */
    static RestClient withToken(HttpClient http, String token) {
        return new RestClient(http, new Login(null, token), Duration.ZERO);
    }

    /** The same for requests that must not be sent twice. */
    RestClient withoutPatience() {
        return new RestClient(http, login, Duration.ZERO);
    }

    public String token() {
        return login.token();
    }

    /** A name as a segment of a path. */
    public static String segment(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    public Reply get(URI url) throws ApiFailure {
        return send(request(url).GET());
    }

    /** The body as it came, for what is not JSON. */
    public String text(URI url) throws ApiFailure {
        return exchange(request(url).GET().build()).body();
    }

    /** Makes something, as a new request: it carries an idempotency key of its own. */
    public Reply create(URI url, Map<String, ?> body) throws ApiFailure {
        String key = '"' + UUID.randomUUID().toString() + '"';
        return send(withBody(request(url).header("Idempotency-Key", key), body));
    }

    public Reply post(URI url, Object body) throws ApiFailure {
        return send(withBody(request(url), body));
    }

    /** Calls a verb that needs no body. */
    public Reply post(URI url) throws ApiFailure {
        return send(request(url).POST(BodyPublishers.noBody()));
    }

    private static HttpRequest.Builder withBody(HttpRequest.Builder request, Object body) {
        return request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    /** Replaces a resource that was read as {@code etag}. */
    public Reply put(URI url, String etag, Map<String, ?> body) throws ApiFailure {
        return send(request(url)
                .header("If-Match", etag)
                .header("Content-Type", "application/json")
                .PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))));
    }

    /** Removes a resource, whatever its version. */
    public Reply delete(URI url) throws ApiFailure {
        return send(request(url).header("If-Match", "*").DELETE());
    }

    private HttpRequest.Builder request(URI url) {
        return HttpRequest.newBuilder(url).timeout(TIMEOUT);
    }

    private Reply send(HttpRequest.Builder builder) throws ApiFailure {
        HttpRequest request = builder.build();
        HttpResponse<String> response = exchange(request);
        String etag = response.headers().firstValue("ETag").orElse("");
        return new Reply(name(request), response.statusCode(), etag, json(request, response));
    }

    private static JsonNode json(HttpRequest request, HttpResponse<String> response) throws ApiFailure {
        if (response.body().isBlank()) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new ApiFailure(name(request) + " answered " + response.statusCode() + " with what is no JSON", e);
        }
    }

    private HttpResponse<String> exchange(HttpRequest request) throws ApiFailure {
        HttpResponse<String> response = again(login.authorize(request));
        HttpRequest renewal = login.renewal();
        if (response.statusCode() == UNAUTHENTICATED && renewal != null) {
            // It has run out, or the issuer has other keys since.
            login.renew(newToken(renewal));
            response = again(login.authorize(request));
        }
        return response;
    }

    private String newToken(HttpRequest request) throws ApiFailure {
        HttpResponse<String> response = again(request);
        return new Reply(name(request), response.statusCode(), "", json(request, response))
                .expect()
                .path("access_token")
                .asString();
    }

    /** Sends until there is an answer that will stay, or patience is over. */
    private HttpResponse<String> again(HttpRequest request) throws ApiFailure {
        long giveUpNs = System.nanoTime() + patience.toNanos();
        while (true) {
            boolean last = System.nanoTime() - giveUpNs >= 0;
            try {
                HttpResponse<String> response = http.send(request, BodyHandlers.ofString(UTF_8));
                if (last || !passing(response)) {
                    return response;
                }
            } catch (IOException e) {
                if (last) {
                    throw new ApiFailure(
                            name(request) + ": "
                                    + (e instanceof ConnectException ? "nothing listens there" : e.getMessage())
                                    + (patience.isZero() ? "" : ", for " + patience.toSeconds() + " s"),
                            e);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new ApiFailure(name(request) + " was interrupted", e);
            }
            Pause.millis(AGAIN_MILLIS);
        }
    }

    private static boolean passing(HttpResponse<String> response) {
        return AWAY.contains(response.statusCode())
                || response.statusCode() == CONFLICT && response.body().contains(IN_PROGRESS);
    }

    private static String name(HttpRequest request) {
        return request.method() + ' ' + request.uri();
    }
}
