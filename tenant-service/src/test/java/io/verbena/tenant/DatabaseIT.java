package io.verbena.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import io.verbena.testkit.Postgres;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;

class DatabaseIT {
    /** For a start on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Test
    void migratesFromEmptyAndThenFindsNothingToDo() {
        Postgres.Database database = Postgres.shared().database();
        Flyway flyway = Flyway.configure()
                .dataSource(database.jdbcUrl(), database.user(), database.password())
                .locations("classpath:db/migration/kit", "classpath:db/migration/tenant")
                .schemas("tenant")
                .load();
        assertThat(flyway.migrate().migrationsExecuted).isGreaterThanOrEqualTo(5);
        assertThat(flyway.migrate().migrationsExecuted).isZero();
        flyway.validate();
    }

    /** With an issuer elsewhere on the way, as each start costs seconds. */
    @Test
    void withoutADatabaseItWaitsUnreadyAndThenComesUp() throws IOException {
        int databasePort = freePort();
        int servicePort = freePort();
        var late = new Postgres.Database("jdbc:postgresql://127.0.0.1:" + databasePort + "/late", "late", "late");
        URI readyz = URI.create("http://127.0.0.1:" + servicePort + "/readyz");
        try (TestTokens issuer = TestTokens.start()) {
            CompletableFuture<RunningService> starting = CompletableFuture.supplyAsync(() -> RunningService.start(
                    late,
                    servicePort,
                    "--verbena.issuer.enabled=false",
                    "--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer.issuer()));
            await().during(Duration.ofSeconds(2))
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> !starting.isDone() && status(readyz) != 200);
            // Ends with the JVM if the test fails half-way.
            Postgres server = Postgres.startOn(databasePort);
            server.database("late");
            try (RunningService service =
                    starting.orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join()) {
                await().atMost(PATIENCE).until(() -> status(readyz) == 200);
                Api admin = service.withToken(issuer.platformAdmin());
                trustsTheIssuerElsewhere(service, admin, issuer);
                server.close();
                await().atMost(PATIENCE).until(() -> status(readyz) == 503);
                Answer answer = admin.get("/api/v1/tenants");
                assertThat(answer.problem()).isEqualTo("unavailable");
                assertThat(answer.response().headers().firstValue("Retry-After"))
                        .isPresent();
            }
        }
    }

    private static void trustsTheIssuerElsewhere(RunningService service, Api admin, TestTokens issuer) {
        assertThat(admin.post("/api/v1/organisations", "{'metadata':{'name':'acme'}}")
                        .status())
                .isEqualTo(201);
        assertThat(service.withToken(issuer.foreignIssuer())
                        .get("/api/v1/tenants")
                        .status())
                .isEqualTo(401);
        assertThat(admin.get("/oauth2/jwks").status()).isEqualTo(404);
        assertThat(admin.get("/api/v1/tenants/blue/clients").status()).isEqualTo(404);
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** 0 when nobody answers. */
    private static int status(URI uri) {
        try {
            var connection = (HttpURLConnection) uri.toURL().openConnection();
            connection.setConnectTimeout(1000);
            connection.setReadTimeout(10_000);
            return connection.getResponseCode();
        } catch (IOException e) {
            return 0;
        }
    }
}
