package io.verbena.tenant;

import io.verbena.testkit.Events;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The whole service as it runs, on a port of its own, with a real database and broker; its own issuer gives the tokens. One
 * is shared by all tests of the module, which therefore name their objects with {@link #unique}.
 */
public final class RunningService implements AutoCloseable {
    /** Not where it listens: the name of an issuer is only a name. */
    public static final String ISSUER = "http://tenant-service.test";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final ConfigurableApplicationContext context;
    private final URI base;
    private final HttpClient http = HttpClient.newHttpClient();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    private RunningService(ConfigurableApplicationContext context) {
        this.context = context;
        int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
        this.base = URI.create("http://127.0.0.1:" + port);
    }

    public static RunningService shared() {
        return Shared.SERVICE;
    }

    public static RunningService start(Postgres.Database database, int port, String... more) {
        var arguments = new ArrayList<>(List.of(
                "--spring.config.name=tenant-service",
                "--server.port=" + port,
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.kafka.bootstrap-servers=" + Kafka.shared().bootstrap(),
                "--verbena.issuer.url=" + ISSUER,
                "--verbena.quota.sweep-interval=200ms",
                "--verbena.quota.metrics-interval=200ms",
                "--verbena.lease.survey-interval=200ms"));
        arguments.addAll(client(0, "admin", "platform-admin"));
        arguments.addAll(client(1, "reader", "platform-reader"));
        arguments.addAll(client(2, "sriov-manager", "service"));
        arguments.addAll(client(3, "nic-a", "service"));
        arguments.add("--verbena.issuer.bootstrap-clients[3].nic=nic-a");
        arguments.addAll(List.of(more));
        return new RunningService(
                new SpringApplicationBuilder(TenantService.class).run(arguments.toArray(String[]::new)));
    }

    /** A name that no other test has. */
    public static String unique(String prefix) {
        return prefix + "-" + NAMES.incrementAndGet();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    public URI base() {
        return base;
    }

    public Api as(String clientId) {
        return new Api(tokens.computeIfAbsent(clientId, id -> token(id, secretOf(id))));
    }

    public Api admin() {
        return as("admin");
    }

    public Api withToken(String token) {
        return new Api(token);
    }

    /** Asks the issuer. */
    public String token(String clientId, String secret) {
        Answer answer = requestToken(clientId, secret);
        if (answer.status() != 200) {
            throw new IllegalStateException("no token for " + clientId + ": " + answer);
        }
        return answer.body().get("access_token").stringValue();
    }

    public Answer requestToken(String clientId, String secret) {
        String basic = Base64.getEncoder().encodeToString((clientId + ":" + secret).getBytes(StandardCharsets.UTF_8));
        return send(HttpRequest.newBuilder(base.resolve("/oauth2/token"))
                .header("Authorization", "Basic " + basic)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("grant_type=client_credentials"))
                .build());
    }

    /** Makes a client of a tenant and gives what it may do. */
    public Api tenantClient(String tenant, String role) {
        JsonNode created = admin().post("/api/v1/tenants/" + tenant + "/clients", "{'spec':{'role':'" + role + "'}}")
                .body();
        return withToken(token(
                created.get("clientId").stringValue(),
                created.get("clientSecret").stringValue()));
    }

    public String newOrganisation() {
        String name = unique("org");
        require(201, admin().post("/api/v1/organisations", "{'metadata':{'name':'" + name + "'}}"));
        return name;
    }

    public String newTenant(String organisation) {
        String name = unique("blue");
        require(
                201,
                admin().post(
                                "/api/v1/tenants",
                                "{'metadata':{'name':'" + name + "'},'spec':{'organisation':'" + organisation + "'}}"));
        return name;
    }

    /** @param limits JSON members in single quotes, such as {@code 'qp':5} */
    public void setTenantQuota(String tenant, String limits) {
        require(200, admin().put("/api/v1/tenants/" + tenant + "/quota", "*", "{'spec':{'limits':{" + limits + "}}}"));
    }

    public void setOrganisationQuota(String organisation, String limits) {
        require(
                200,
                admin().put(
                                "/api/v1/organisations/" + organisation + "/quota",
                                "*",
                                "{'spec':{'limits':{" + limits + "}}}"));
    }

    @Override
    public void close() {
        context.close();
    }

    private static Answer require(int status, Answer answer) {
        if (answer.status() != status) {
            throw new IllegalStateException("expected " + status + ": " + answer);
        }
        return answer;
    }

    private static String secretOf(String clientId) {
        return clientId + "-secret";
    }

    private static List<String> client(int index, String id, String role) {
        String prefix = "--verbena.issuer.bootstrap-clients[" + index + "].";
        return List.of(prefix + "id=" + id, prefix + "secret=" + secretOf(id), prefix + "roles=" + role);
    }

    private Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
            String type = response.headers().firstValue("Content-Type").orElse("");
            JsonNode body = type.contains("json") ? JSON.readTree(response.body()) : JSON.nullNode();
            return new Answer(response.statusCode(), type, body, response);
        } catch (IOException e) {
            throw new UncheckedIOException(request.toString(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** The API with one token. Bodies are written with single quotes. */
    public final class Api {
        private final String token;

        private Api(String token) {
            this.token = token;
        }

        public Answer get(String path) {
            return send(request(path).GET().build());
        }

        public Answer post(String path, String json, String... headers) {
            return send(withBody(request(path), "POST", json, headers));
        }

        public Answer put(String path, String ifMatch, String json) {
            return send(withBody(request(path), "PUT", json, "If-Match", ifMatch));
        }

        public Answer putWithoutIfMatch(String path, String json) {
            return send(withBody(request(path), "PUT", json));
        }

        public Answer delete(String path, String... headers) {
            HttpRequest.Builder request = request(path).DELETE();
            return send(
                    headers.length == 0
                            ? request.build()
                            : request.headers(headers).build());
        }

        /** The caller closes it. */
        public Events watch(String path) {
            return Events.open(base.resolve(path), token);
        }

        private HttpRequest.Builder request(String path) {
            HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve(path));
            return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
        }

        private static HttpRequest withBody(
                HttpRequest.Builder request, String method, String json, String... headers) {
            request.header("Content-Type", "application/json")
                    .method(method, BodyPublishers.ofString(json.replace('\'', '"')));
            return headers.length == 0
                    ? request.build()
                    : request.headers(headers).build();
        }
    }

    /** What came back; the body is null when it is no JSON. */
    public record Answer(int status, String contentType, JsonNode body, HttpResponse<String> response) {
        public String problem() {
            return body.path("type").asString().replace("urn:verbena:problem:", "");
        }

        /** The pointer of the first error. */
        public String pointer() {
            return body.path("errors").path(0).path("pointer").asString();
        }

        public String etag() {
            return response.headers().firstValue("ETag").orElseThrow();
        }

        @Override
        public String toString() {
            return response.request().method() + " " + response.uri() + " -> " + status + " " + response.body();
        }
    }

    /** Starts when it is first touched. */
    private static final class Shared {
        /** Tests with many threads would find the pool's usual patience too short on a busy machine. */
        static final RunningService SERVICE =
                start(Postgres.shared().database(), 0, "--spring.datasource.hikari.connection-timeout=30000");
    }
}
