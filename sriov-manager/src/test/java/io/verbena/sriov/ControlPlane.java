package io.verbena.sriov;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.NicProperties;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.nic.device.control.Standing;
import io.verbena.nic.device.udp.UdpSettings;
import io.verbena.tenant.TenantService;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
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
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The real control plane in this JVM: PostgreSQL, Kafka, tenant-service with its issuer and ledger, an
 * sriov-manager, and real NICs behind their admin APIs.
 */
public final class ControlPlane {
    /** Clients of the issuer that NICs may be started with. */
    private static final int NIC_COUNT = 15;

    private static final AtomicInteger NAMES = new AtomicInteger();
    private final Postgres.Database database = Postgres.shared().database();
    private final ConfigurableApplicationContext tenantService;
    private final int managerPort = freePort();
    private final URI issuer;
    private final String addressPool;
    private final List<Manager> managers = new ArrayList<>();
    private final Map<String, String> tokens = new ConcurrentHashMap<>();

    private ControlPlane() {
        int port = freePort();
        issuer = URI.create("http://127.0.0.1:" + port);
        // Other runs on this machine may hold UDP 4791 of other addresses of the loopback network.
        long process = ProcessHandle.current().pid();
        addressPool = "127." + (64 + process % 128) + "." + process / 128 % 256 + ".0/24";
        List<String> arguments = new ArrayList<>(common("tenant-service", port));
        arguments.add("--verbena.issuer.url=" + issuer);
        arguments.add("--verbena.quota.sweep-interval=200ms");
        arguments.add("--verbena.lease.term=2s");
        arguments.addAll(client(0, "admin", "platform-admin"));
        arguments.addAll(client(1, "reader", "platform-reader"));
        arguments.addAll(client(2, "sriov-manager", "service"));
        for (int i = 0; i < NIC_COUNT; i++) {
            arguments.addAll(client(3 + i, nicName(i), "service"));
            arguments.add("--verbena.issuer.bootstrap-clients[" + (3 + i) + "].nic=" + nicName(i));
        }
        tenantService = new SpringApplicationBuilder(TenantService.class).run(arguments.toArray(String[]::new));
        managers.add(startManager(managerPort));
    }

    /** The one of this JVM, with one manager; tests use tenants and NICs of their own. */
    public static ControlPlane shared() {
        return Shared.PLANE;
    }

    /** {@code nic-a}, {@code nic-b} and so on: names that the issuer knows. */
    public static String nicName(int number) {
        return "nic-" + (char) ('a' + number);
    }

    /** A name that no other test has. */
    public static String unique(String prefix) {
        return prefix + "-" + NAMES.incrementAndGet();
    }

    /** One more replica on the same database; the caller stops it. */
    public Manager startReplica() {
        return startManager(0);
    }

    /** Stops the manager and starts it again at the same address. */
    public void restartManager() {
        manager().stop();
        managers.set(0, startManager(managerPort));
    }

    private Manager startManager(int port) {
        List<String> arguments = new ArrayList<>(common("sriov-manager", port));
        arguments.add("--spring.security.oauth2.resourceserver.jwt.issuer-uri=" + issuer);
        arguments.add("--verbena.client.id=sriov-manager");
        arguments.add("--verbena.client.secret=" + secretOf("sriov-manager"));
        arguments.add("--verbena.client.token-uri=" + issuer + "/oauth2/token");
        arguments.add("--verbena.sriov.ledger-url=" + issuer);
        arguments.add("--verbena.sriov.address-pool=" + addressPool);
        arguments.add("--verbena.sriov.reconcile-period=1s");
        arguments.add("--verbena.sriov.drain-deadline=300ms");
        arguments.add("--verbena.sriov.nic.heartbeat=1s");
        arguments.add("--verbena.sriov.nic.silent-after=5s");
        return new Manager(new SpringApplicationBuilder(SriovManager.class).run(arguments.toArray(String[]::new)));
    }

    public Manager manager() {
        return managers.getFirst();
    }

    /** Starts a NIC, which the caller closes; it registers with the manager. */
    public NicDevice startNic(String name, int functionCount) {
        return start(name, NicProperties.local(name, functionCount).withUdp(UdpSettings.best(Gid.parse("127.0.0.1"))));
    }

    /** The same on an overlay. */
    public NicDevice startNic(String name, int functionCount, Gid vtep) {
        return start(name, NicProperties.local(name, functionCount).withOverlay(vtep));
    }

    private NicDevice start(String name, NicProperties local) {
        NicProperties properties = local.withAdmin(
                        new NicProperties.AdminProperties(new InetSocketAddress("127.0.0.1", 0), issuer, null))
                .withManager(new NicProperties.ManagerProperties(
                        manager().base(), new ClientCredentials(name, secretOf(name)), issuer));
        try {
            return NicDevice.start(properties);
        } catch (IOException e) {
            throw new UncheckedIOException("starting " + name, e);
        }
    }

    /** Starts a NIC and lets it take work. */
    public NicDevice startApprovedNic(String name, int functionCount) {
        return approve(startNic(name, functionCount));
    }

    /** Lets a NIC take work. */
    public NicDevice approve(NicDevice nic) {
        String name = nic.identity().nic();
        Eventually.holds(() -> admin().get("/api/v1/nics/" + name).status() == 200, name + " has registered");
        admin().post("/api/v1/nics/" + name + ":approve", null).require(200);
        Eventually.holds(() -> nic.standing() == Standing.APPROVED, name + " knows");
        return nic;
    }

    /** Ends a NIC, and has the planner take it for silent at once. */
    public void retire(NicDevice nic) {
        nic.close();
        manager()
                .bean(JdbcClient.class)
                .sql("UPDATE nic SET heartbeat_at = now() - interval '1 hour' WHERE name = :name")
                .param("name", nic.identity().nic())
                .update();
    }

    /** A new tenant of a new organisation, with a quota such as {@code 'vf':2,'qp':32}. */
    public Tenant newTenant(String limits) {
        String organisation = unique("org");
        String name = unique("blue");
        Api ledger = ledger();
        ledger.post("/api/v1/organisations", "{'metadata':{'name':'" + organisation + "'}}")
                .require(201);
        ledger.post(
                        "/api/v1/tenants",
                        "{'metadata':{'name':'" + name + "'},'spec':{'organisation':'" + organisation + "'}}")
                .require(201);
        ledger.put("/api/v1/tenants/" + name + "/quota", "{'spec':{'limits':{" + limits + "}}}", "If-Match", "*")
                .require(200);
        return new Tenant(name);
    }

    /** Where tenant-service is. */
    public URI issuer() {
        return issuer;
    }

    /** tenant-service as the platform's administrator. */
    public Api ledger() {
        return new Api(issuer, token("admin", secretOf("admin")));
    }

    /** The manager as the platform's administrator. */
    public Api admin() {
        return as("admin");
    }

    /** The manager as one of the issuer's first clients. */
    public Api as(String client) {
        return new Api(manager().base(), token(client, secretOf(client)));
    }

    /** Without a token. */
    public Api anonymous() {
        return new Api(manager().base(), "");
    }

    public Postgres.Database database() {
        return database;
    }

    private String token(String id, String secret) {
        return tokens.computeIfAbsent(id, client -> {
            String basic = Base64.getEncoder().encodeToString((id + ":" + secret).getBytes(StandardCharsets.UTF_8));
            return new Api(issuer, "")
                    .send(
                            "POST",
                            "/oauth2/token",
                            "grant_type=client_credentials",
                            "application/x-www-form-urlencoded",
                            "Authorization",
                            "Basic " + basic)
                    .require(200)
                    .body()
                    .path("access_token")
                    .asString();
        });
    }

    private List<String> common(String service, int port) {
        return List.of(
                "--spring.config.name=" + service,
                "--server.port=" + port,
                "--server.address=127.0.0.1",
                "--spring.datasource.url=" + database.jdbcUrl(),
                "--spring.datasource.username=" + database.user(),
                "--spring.datasource.password=" + database.password(),
                "--spring.kafka.bootstrap-servers=" + Kafka.shared().bootstrap());
    }

    private static List<String> client(int index, String id, String role) {
        String prefix = "--verbena.issuer.bootstrap-clients[" + index + "].";
        return List.of(prefix + "id=" + id, prefix + "secret=" + secretOf(id), prefix + "roles=" + role);
    }

    private static String secretOf(String client) {
        return client + "-secret";
    }

    private static int freePort() {
        try (ServerSocket probe = new ServerSocket(0)) {
            return probe.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A running replica of the manager. */
    public static final class Manager {
        private final ConfigurableApplicationContext context;

        private Manager(ConfigurableApplicationContext context) {
            this.context = context;
        }

        public URI base() {
            return URI.create("http://127.0.0.1:"
                    + ((ServletWebServerApplicationContext) context)
                            .getWebServer()
                            .getPort());
        }

        public <T> T bean(Class<T> type) {
            return context.getBean(type);
        }

        public <T> Map<String, T> beans(Class<T> type) {
            return context.getBeansOfType(type);
        }

        public void stop() {
            context.close();
        }
    }

    /** A tenant and what it can do. */
    public final class Tenant {
        private final String name;

        private Tenant(String name) {
            this.name = name;
        }

        public String name() {
            return name;
        }

        /** The manager as a client of this tenant. */
        public Api as(String role) {
            JsonNode client = ledger().post("/api/v1/tenants/" + name + "/clients", "{'spec':{'role':'" + role + "'}}")
                    .require(201)
                    .body();
            return new Api(
                    manager().base(),
                    token(
                            client.path("clientId").asString(),
                            client.path("clientSecret").asString()));
        }

        /** Path of its VFs, or of one of them. */
        public String vfs(String... vf) {
            return "/api/v1/tenants/" + name + "/virtualFunctions" + (vf.length == 0 ? "" : "/" + vf[0]);
        }

        /** Asks for a VF with these limits as the administrator; the operation's id. */
        public String request(String vf, String limits) {
            return admin().post(vfs(), body(vf, limits))
                    .require(202)
                    .body()
                    .path("metadata")
                    .path("id")
                    .asString();
        }

        /** What the ledger has: {@code used}, {@code reserved}. */
        public JsonNode quota() {
            return ledger().get("/api/v1/tenants/" + name + "/quota")
                    .require(200)
                    .body()
                    .path("status");
        }

        /** Amount used of a resource, 0 when none is. */
        public long used(String resource) {
            return quota().path("used").path(resource).asLong(0);
        }

        public long reserved(String resource) {
            return quota().path("reserved").path(resource).asLong(0);
        }

        public JsonNode vf(String vf) {
            return admin().get(vfs(vf)).require(200).body();
        }

        public static String body(String vf, String limits) {
            return "{'metadata':{'name':'" + vf + "'},'spec':{'limits':" + limits + "}}";
        }
    }

    /** Waits for an operation's end. */
    public JsonNode await(String operation) {
        JsonNode[] last = {JsonMapper.shared().nullNode()};
        Eventually.holds(
                () -> {
                    last[0] = admin().post("/api/v1/operations/" + operation + ":wait?timeoutSeconds=5", null)
                            .require(200)
                            .body();
                    return last[0].path("done").asBoolean();
                },
                () -> "operation is done: " + last[0]);
        return last[0];
    }

    /** Starts when it is first touched, and ends with the JVM. */
    private static final class Shared {
        static final ControlPlane PLANE = new ControlPlane();
    }
}
