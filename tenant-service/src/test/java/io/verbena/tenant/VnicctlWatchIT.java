package io.verbena.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.ctl.Vnicctl;
import io.verbena.testkit.Postgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code vnicctl get ... --watch} through what ends its streams. */
class VnicctlWatchIT {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void tellsEachChangeOnceOverARestartAndALogThatBeganAnew() throws Exception {
        Postgres.Database database = Postgres.shared().database();
        int port = freePort();
        RunningService service = RunningService.start(database, port);
        Thread watch = null;
        try {
            String organisation = service.newOrganisation();
            String old = service.newTenant(organisation);
            watch = vnicctl(service, "get", "tenants", "--watch", "-o", "json");
            await().atMost(LIMIT).until(() -> told().size() == 1);
            String second = service.newTenant(organisation);
            await().atMost(LIMIT).until(() -> told().size() == 2);

            service.close();
            service = RunningService.start(database, port);
            String third = service.newTenant(organisation);
            await().atMost(LIMIT).until(() -> told().size() == 3);

            service.bean(JdbcClient.class)
                    .sql("UPDATE change_head SET log_id = gen_random_uuid()")
                    .update();
            service.admin().delete("/api/v1/tenants/" + second, "If-Match", "*");
            await().atMost(LIMIT).until(() -> told().size() == 4);
            assertThat(told())
                    .containsExactly("ADDED " + old, "ADDED " + second, "ADDED " + third, "DELETED " + second);
            assertThat(err.toString()).contains("going on");
        } finally {
            if (watch != null) {
                watch.interrupt();
                watch.join(LIMIT);
            }
            service.close();
        }
        assertThat(watch.isAlive()).isFalse();
    }

    @Test
    void showsTheRowsOfAQuotaThatChange() throws Exception {
        RunningService service = RunningService.shared();
        String blue = service.newTenant(service.newOrganisation());
        service.setTenantQuota(blue, "'qp':5");
        Thread watch = vnicctl(service, "get", "quota", blue, "--watch");
        try {
            await().atMost(LIMIT).until(() -> out.toString().contains("registeredBytes"));
            service.as("sriov-manager")
                    .post(
                            "/api/v1/reservations",
                            "{'operationId':'%s','tenant':'%s','amounts':{'qp':3},'ttlSeconds':60}"
                                    .formatted(UUID.randomUUID(), blue));
            await().atMost(LIMIT).until(() -> lastRow().equals(List.of("qp", "5", "0", "3", "0")));
            service.setTenantQuota(blue, "'qp':7");
            await().atMost(LIMIT).until(() -> lastRow().equals(List.of("qp", "7", "0", "3", "0")));
            assertThat(out.toString().lines().filter(line -> line.startsWith("RESOURCE")))
                    .hasSize(1);
        } finally {
            watch.interrupt();
            watch.join(LIMIT);
        }
        assertThat(watch.isAlive()).isFalse();
    }

    private Thread vnicctl(RunningService service, String... arguments) {
        Map<String, String> variables = Map.of(
                "VNICCTL_TENANT_URL", service.base().toString(),
                "VNICCTL_CLIENT_ID", "admin",
                "VNICCTL_CLIENT_SECRET", "admin-secret");
        return Thread.ofVirtual()
                .start(() -> Vnicctl.run(variables, new PrintWriter(out, true), new PrintWriter(err, true), arguments));
    }

    private List<String> told() {
        return out.toString()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line))
                .map(change -> change.path("type").asString() + " " + nameOf(change))
                .toList();
    }

    private static String nameOf(JsonNode change) {
        return change.at("/object/metadata/name").asString();
    }

    private List<String> lastRow() {
        return List.of(out.toString().strip().replaceFirst("(?s).*\n", "").split(" +"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
