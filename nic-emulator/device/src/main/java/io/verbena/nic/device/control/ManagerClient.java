package io.verbena.nic.device.control;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Talks to one of the services as this NIC. Answers are read tolerantly, as a newer one may say more. One thread. */
public final class ManagerClient {
    private static final int MAX_REASON_CHARACTERS = 300;
    private static final int UNAUTHENTICATED = 401;

    private final String base;
    private final ServiceToken token;
    private final HttpClient http;
    private final JsonMapper json = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    public ManagerClient(URI managerUrl, Issuer issuer, ClientCredentials client, HttpClient http) {
        this.base = managerUrl.toString().replaceAll("/$", "");
        this.token = new ServiceToken(issuer, client);
        this.http = http;
    }

    /** Where a path is, for messages. */
    URI at(String path) {
        return URI.create(base + path);
    }

    public <T> T post(String path, Object body, Class<T> answer) throws IOException {
        return exchange(
                HttpRequest.newBuilder(at(path))
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json.writeValueAsString(body))),
                answer);
    }

    <T> T get(String path, Class<T> answer) throws IOException {
        return exchange(HttpRequest.newBuilder(at(path)).GET(), answer);
    }

    private String problem(String body) {
        try {
            return json.readTree(body).path("type").asString("");
        } catch (JacksonException e) {
            return "";
        }
    }

    /** @throws IOException when there is no good answer, saying why */
    private <T> T exchange(HttpRequest.Builder request, Class<T> answer) throws IOException {
        HttpResponse<String> response = Issuer.exchange(
                http,
                request.timeout(Issuer.REQUEST_LIMIT)
                        .header("Authorization", "Bearer " + token.current(System.nanoTime()))
                        .build());
        if (response.statusCode() == UNAUTHENTICATED) {
            token.forget();
        }
        if (response.statusCode() / 100 != 2) {
            String reason = response.body();
            throw new RefusedByPeer(
                    base + " answers " + response.statusCode() + " "
                            + reason.substring(0, Math.min(reason.length(), MAX_REASON_CHARACTERS)),
                    problem(reason));
        }
        try {
            return json.readValue(response.body(), answer);
        } catch (JacksonException e) {
            throw new IOException("the answer of " + base + " cannot be read", e);
        }
    }
}
