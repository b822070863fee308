package io.verbena.ctl;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The two services' REST APIs, with a token that is got when the first request needs it. */
final class Api implements AutoCloseable {
    private static final Duration CONNECT_LIMIT = Duration.ofSeconds(5);
    /** Above the longest wait that a service is asked for. */
    private static final Duration REQUEST_LIMIT = Duration.ofSeconds(45);

    private static final int WAIT_PER_REQUEST_SECONDS = 20;
    private static final int PAGE_SIZE = 500;
    /** Fifty thousand objects: more than anybody reads. */
    private static final int MAX_PAGES = 100;

    private static final int FIRST_REFUSAL = 400;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HttpClient http;
    private final Settings settings;
    private @Nullable String token;

    Api(Settings settings) throws Failure {
        this.settings = settings;
        this.http = HttpClient.newBuilder()
                .sslContext(settings.trust())
                .connectTimeout(CONNECT_LIMIT)
                .build();
    }

    /** A response, and its version. */
    record Answer(JsonNode body, String etag) {}

    URI tenants(String path) {
        return settings.tenantUrl().resolve("/api/v1/" + path);
    }

    URI sriov(String path) {
        return settings.sriovUrl().resolve("/api/v1/" + path);
    }

    /** A name as a segment of a path. */
    static String segment(String name) {
        return URLEncoder.encode(name, UTF_8).replace("+", "%20");
    }

    Answer get(URI url) throws Failure {
        return send(request(url).GET());
    }

    /** All objects of a collection, and the version to watch it from. */
    record Listed(List<JsonNode> items, String version) {}

    /** All objects of a collection, over all pages. */
    List<JsonNode> list(URI url) throws Failure {
        return listed(url).items();
    }

    Listed listed(URI url) throws Failure {
        List<JsonNode> items = new ArrayList<>();
        String pageToken = "";
        for (int page = 0; page < MAX_PAGES; page++) {
            JsonNode body = get(URI.create(url + "?pageSize=" + PAGE_SIZE
                            + (pageToken.isEmpty() ? "" : "&pageToken=" + segment(pageToken))))
                    .body;
            body.path("items").forEach(items::add);
            pageToken = body.path("nextPageToken").asString("");
            if (pageToken.isEmpty()) {
                return new Listed(items, body.path("resourceVersion").asString(""));
            }
        }
        throw new Failure(ExitCodes.FAILED, url + " has more than " + items.size() + " objects: name the one to see");
    }

    /** What comes after a version; the caller closes it. */
    EventStream watch(URI url, String version) throws Failure, InterruptedException {
        // A request's own limit would, since JDK 26, end the stream as well.
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(url + "?watch=true&resourceVersion=" + segment(version)))
                .header("Authorization", "Bearer " + token())
                .header("Accept", "text/event-stream")
                .build();
        try {
            HttpResponse<InputStream> response = http.sendAsync(request, BodyHandlers.ofInputStream())
                    .get(REQUEST_LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (response.statusCode() >= FIRST_REFUSAL) {
                try (InputStream problem = response.body()) {
                    throw Failure.refused(response.statusCode(), JSON.readTree(problem), name(request));
                }
            }
            return new EventStream(response.body());
        } catch (ExecutionException | TimeoutException | IOException | JacksonException e) {
            throw new Failure(ExitCodes.UNREACHED, url + " could not be watched: " + e.getMessage(), e);
        }
    }

    JsonNode create(URI url, Map<String, ?> body) throws Failure {
        return send(request(url)
                        .header("Idempotency-Key", '"' + UUID.randomUUID().toString() + '"')
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))))
                .body;
    }

    JsonNode put(URI url, String etag, Map<String, ?> body) throws Failure {
        return send(request(url)
                        .header("If-Match", etag)
                        .header("Content-Type", "application/json")
                        .PUT(BodyPublishers.ofString(JSON.writeValueAsString(body))))
                .body;
    }

    /** A verb on whatever version the object has. */
    JsonNode act(URI url, Map<String, ?> body) throws Failure {
        return send(request(url)
                        .header("If-Match", "*")
                        .header("Idempotency-Key", '"' + UUID.randomUUID().toString() + '"')
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))))
                .body;
    }

    JsonNode post(URI url) throws Failure {
        return send(request(url).POST(BodyPublishers.noBody())).body;
    }

    JsonNode delete(URI url) throws Failure {
        return send(request(url).header("If-Match", "*").DELETE()).body;
    }

    /** Waits for an operation's end; what it ended with, or a failure. */
    JsonNode await(JsonNode begun, String what, int seconds) throws Failure {
        JsonNode operation = begun;
        String id = operation.path("metadata").path("id").asString();
        long giveUpNs = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (!operation.path("done").asBoolean()) {
            long leftSeconds = (giveUpNs - System.nanoTime()) / 1_000_000_000;
            if (leftSeconds <= 0) {
                throw new Failure(
                        ExitCodes.UNFINISHED,
                        what + " is not done after " + seconds + " s and goes on: vnicctl get operations " + id);
            }
            operation = post(sriov(
                    "operations/" + id + ":wait?timeoutSeconds=" + Math.min(leftSeconds, WAIT_PER_REQUEST_SECONDS)));
        }
        if (operation.path("error").isObject()) {
            throw Failure.ended(what, operation.path("error"));
        }
        return operation;
    }

    /** The bearer token, got by the client credentials grant (RFC 6749 4.4) unless it was given. */
    synchronized String token() throws Failure {
        String known = token;
        if (known == null) {
            known = settings.token();
            if (known == null) {
                known = grant();
            }
            token = known;
        }
        return known;
    }

    /** Has the next request get a new token; false when there is none but the one that was given. */
    synchronized boolean forgetToken() {
        token = null;
        return settings.token() == null;
    }

    private String grant() throws Failure {
        String credentials = segment(settings.clientId()) + ':' + segment(settings.clientSecret());
        HttpRequest request = HttpRequest.newBuilder(settings.tenantUrl().resolve("/oauth2/token"))
                .timeout(REQUEST_LIMIT)
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build();
        HttpResponse<String> response = exchange(request);
        String fresh = json(request, response).path("access_token").asString("");
        if (fresh.isEmpty()) {
            throw new Failure(
                    ExitCodes.REFUSED,
                    "the issuer gave " + settings.clientId() + " no token (" + response.statusCode()
                            + "): check the client id and its secret");
        }
        return fresh;
    }

    private static HttpRequest.Builder request(URI url) {
        return HttpRequest.newBuilder(url).timeout(REQUEST_LIMIT);
    }

    private Answer send(HttpRequest.Builder builder) throws Failure {
        HttpRequest request =
                builder.header("Authorization", "Bearer " + token()).build();
        HttpResponse<String> response = exchange(request);
        JsonNode body = json(request, response);
        if (response.statusCode() >= FIRST_REFUSAL) {
            throw Failure.refused(response.statusCode(), body, name(request));
        }
        return new Answer(body, response.headers().firstValue("ETag").orElse(""));
    }

    private HttpResponse<String> exchange(HttpRequest request) throws Failure {
        try {
            return http.send(request, BodyHandlers.ofString(UTF_8));
        } catch (ConnectException e) {
            throw new Failure(ExitCodes.UNREACHED, "nothing listens at " + request.uri(), e);
        } catch (IOException e) {
            throw new Failure(ExitCodes.UNREACHED, name(request) + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Failure(ExitCodes.UNREACHED, name(request) + " was interrupted", e);
        }
    }

    private static JsonNode json(HttpRequest request, HttpResponse<String> response) throws Failure {
        if (response.body().isBlank()) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(response.body());
        } catch (JacksonException e) {
            throw new Failure(
                    ExitCodes.UNREACHED,
                    name(request) + " was answered " + response.statusCode()
                            + " with what is no JSON: is this Verbena?",
                    e);
        }
    }

    private static String name(HttpRequest request) {
        return request.method() + ' ' + request.uri();
    }

    @Override
    public void close() {
        http.close();
    }
}
