package io.verbena.kit.sample;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A client that takes every answer as it comes. */
public record Api(HttpClient http, URI base) {
    private static final JsonMapper JSON = new JsonMapper();

    public static Api at(int port) {
        return new Api(HttpClient.newHttpClient(), URI.create("http://127.0.0.1:" + port));
    }

    /** One answer. */
    public record Answer(int status, java.net.http.HttpHeaders headers, String body) {
        public Map<String, Object> json() {
            return JSON.readValue(body, new TypeReference<>() {});
        }

        public @Nullable String header(String name) {
            return headers.firstValue(name).orElse(null);
        }
    }

    /** Kafka is asked when somebody asks for the readiness, and gets two seconds: not always enough on a busy machine. */
    public Api awaitReady() {
        await().atMost(Duration.ofSeconds(90)).until(() -> get("/readyz", null).status() == 200);
        return this;
    }

    public Answer get(String path, @Nullable String token, String... headers) {
        return send("GET", path, token, null, headers);
    }

    public Answer post(String path, @Nullable String token, @Nullable String body, String... headers) {
        return send("POST", path, token, body, headers);
    }

    public Answer send(String method, String path, @Nullable String token, @Nullable String body, String... headers) {
        var request = HttpRequest.newBuilder(base.resolve(path))
                .timeout(Duration.ofSeconds(60))
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        for (int i = 0; i < headers.length; i += 2) {
            request.setHeader(headers[i], headers[i + 1]);
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Answer(answer.statusCode(), answer.headers(), answer.body());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
