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
import java.util.Base64;
import java.util.Map;
import java.util.UUID;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** JSON over HTTP with a bearer token, as anyone would use the API. */
public final class RestClient {
    /** Above the longest wait that the scenario asks a service for. */
    private static final Duration TIMEOUT = Duration.ofSeconds(45);

    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http;
    private final String token;

    private RestClient(HttpClient http, String token) {
        this.http = http;
        this.token = token;
    }

    /** A client with a token that was got elsewhere. */
    static RestClient withToken(HttpClient http, String token) {
        return new RestClient(http, token);
    }

    /** A client with a token of the OAuth 2.0 client credentials grant. */
    public static RestClient login(HttpClient http, URI issuer, String clientId, String clientSecret)
            throws ApiFailure {
        String credentials = URLEncoder.encode(clientId, UTF_8) + ':' + URLEncoder.encode(clientSecret, UTF_8);
        HttpRequest request = HttpRequest.newBuilder(issuer.resolve("/oauth2/token"))
                .timeout(TIMEOUT)
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
        JsonNode body = send(http, request).expect();
        return new RestClient(http, body.path("access_token").asString());
    }

    public String token() {
        return token;
    }

    /** A name as a segment of a path. */
    public static String segment(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    public Reply get(URI url) throws ApiFailure {
        return send(http, request(url).GET().build());
    }

    /** The body as it came, for what is not JSON. */
    public String text(URI url) throws ApiFailure {
        return exchange(http, request(url).GET().build()).body();
    }

    /** Makes something, as a new request: it carries an idempotency key of its own. */
    public Reply create(URI url, Map<String, ?> body) throws ApiFailure {
        String key = '"' + UUID.randomUUID().toString() + '"';
        return send(http, withBody(request(url).header("Idempotency-Key", key), body));
    }

    public Reply post(URI url, Object body) throws ApiFailure {
        return send(http, withBody(request(url), body));
    }

    /** Calls a verb that needs no body. */
    public Reply post(URI url) throws ApiFailure {
        return send(http, request(url).POST(BodyPublishers.noBody()).build());
    }

    private static HttpRequest withBody(HttpRequest.Builder request, Object body) {
        return request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build();
    }

    /** Replaces a resource that was read as {@code etag}. */
    public Reply put(URI url, String etag, Map<String, ?> body) throws ApiFailure {
        return send(
                http,
                request(url)
                        .header("If-Match", etag)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(JSON.writeValueAsString(body)))
                        .build());
    }

    public Reply delete(URI url) throws ApiFailure {
        return send(http, request(url).DELETE().build());
    }

    private HttpRequest.Builder request(URI url) {
        return HttpRequest.newBuilder(url).timeout(TIMEOUT).header("Authorization", "Bearer " + token);
    }

    private static Reply send(HttpClient http, HttpRequest request) throws ApiFailure {
        HttpResponse<String> response = exchange(http, request);
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

    private static HttpResponse<String> exchange(HttpClient http, HttpRequest request) throws ApiFailure {
        try {
            return http.send(request, BodyHandlers.ofString(UTF_8));
        } catch (ConnectException e) {
            throw new ApiFailure(name(request) + ": nothing listens there", e);
        } catch (IOException e) {
            throw new ApiFailure(name(request) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ApiFailure(name(request) + " was interrupted", e);
        }
    }

    private static String name(HttpRequest request) {
        return request.method() + ' ' + request.uri();
    }
}
