package io.verbena.sriov;

import io.verbena.testkit.Events;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A service's REST interface with one token. Bodies are written with single quotes. */
public final class Api {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

    private final URI base;
    private final String token;

    public Api(URI base, String token) {
        this.base = base;
        this.token = token;
    }

    public Answer get(String path, String... headers) {
        return send("GET", path, null, "application/json", headers);
    }

    public Answer post(String path, @Nullable String json, String... headers) {
        return send("POST", path, json, "application/json", headers);
    }

    public Answer put(String path, String json, String... headers) {
        return send("PUT", path, json, "application/json", headers);
    }

    public Answer patch(String path, String json, String... headers) {
        return send("PATCH", path, json, "application/merge-patch+json", headers);
    }

    public Answer delete(String path, String... headers) {
        return send("DELETE", path, null, "application/json", headers);
    }

    /** The caller closes it. */
    public Events watch(String path, String... headers) {
        return Events.open(base.resolve(path), token, headers);
    }

    public Answer send(String method, String path, @Nullable String json, String type, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .method(
                        method,
                        json == null ? BodyPublishers.noBody() : BodyPublishers.ofString(json.replace('\'', '"')));
        if (json != null) {
            request.header("Content-Type", type);
        }
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return new Answer(HTTP.send(request.build(), BodyHandlers.ofString()));
        } catch (IOException e) {
            throw new UncheckedIOException(method + " " + path, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** What came back. */
    public record Answer(HttpResponse<String> response) {
        public int status() {
            return response.statusCode();
        }

        /** The body as JSON; a null node when it is none. */
        public JsonNode body() {
            return header("Content-Type").contains("json") ? JSON.readTree(response.body()) : JSON.nullNode();
        }

        public String text() {
            return response.body();
        }

        public String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        /** The problem type's suffix. */
        public String problem() {
            return body().path("type").asString("").replace("urn:verbena:problem:", "");
        }

        /** The pointers of all errors. */
        public List<String> pointers() {
            return texts(body().path("errors"), "pointer");
        }

        /** One text of each element. */
        public static List<String> texts(JsonNode array, String member) {
            Stream<JsonNode> elements = StreamSupport.stream(array.spliterator(), false);
            return elements.map(e -> e.path(member).asString("")).toList();
        }

        public Answer require(int status) {
            if (status() != status) {
                throw new AssertionError("expected " + status + ": " + this);
            }
            return this;
        }

        @Override
        public String toString() {
            return response.request().method() + " " + response.uri() + " -> " + status() + " " + response.body();
        }
    }
}
