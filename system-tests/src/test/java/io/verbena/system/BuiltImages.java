package io.verbena.system;

import com.github.dockerjava.api.exception.NotFoundException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.images.RemoteDockerImage;
import org.testcontainers.images.builder.Transferable;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.lifecycle.Startables;
import org.testcontainers.postgresql.PostgreSQLContainer;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.ImageNameSubstitutor;
import org.testcontainers.utility.MountableFile;

/** The services and a NIC from the images of {@code ./verbena images}, with a PostgreSQL and a Kafka, on one network. */
final class BuiltImages implements AutoCloseable {
    static final String OPERATOR_SECRET = "the operator's secret";

    private static final List<String> NAMES = List.of("tenant-service", "sriov-manager", "telemetry-service", "nic");
    private static final String VERSION = System.getenv().getOrDefault("VERBENA_VERSION", "0.1.0");
    private static final Duration START_LIMIT = Duration.ofMinutes(4);
    private static final int PORT = 8080;
    private static final String SERVICE_SECRET = "a service's secret";

    /** As in docker-compose.yml; the JVM takes its share of it for its heap. */
    private static final long MEMORY_BYTES = 512L << 20;

    private final Network network = Network.newNetwork();

    private final PostgreSQLContainer postgres = new PostgreSQLContainer("postgres:17")
            .withNetwork(network)
            .withNetworkAliases("postgres")
            .withUsername("postgres")
            .withPassword("postgres")
            .withDatabaseName("verbena")
            .withCopyFileToContainer(
                    MountableFile.forHostPath(TidyTest.ROOT.resolve("docker/postgres-roles.sh"), 0755),
                    "/docker-entrypoint-initdb.d/roles.sh");

    private final KafkaContainer kafka = new KafkaContainer("apache/kafka:4.1.2")
            .withNetwork(network)
            .withListener("kafka:19092")
            .withEnv("KAFKA_HEAP_OPTS", "-Xms128m -Xmx320m");

    private final GenericContainer<?> tenantService = service("tenant-service", "tenant")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_0_ID", "operator")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_0_ROLES", "platform-admin")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_0_SECRET", OPERATOR_SECRET)
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_1_ID", "sriov-manager")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_1_ROLES", "service")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_1_SECRET", SERVICE_SECRET)
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_2_ID", "nic-a")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_2_ROLES", "service")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_2_NIC", "nic-a")
            .withEnv("VERBENA_ISSUER_BOOTSTRAPCLIENTS_2_SECRET", SERVICE_SECRET);

    private final GenericContainer<?> sriovManager = service("sriov-manager", "sriov")
            .withEnv("VERBENA_TENANT_URL", "http://tenant-service:8080")
            .withEnv("VERBENA_CLIENT_SECRET", SERVICE_SECRET)
            .withEnv("VERBENA_ADDRESS_POOL", "10.77.0.0/16");

    private final GenericContainer<?> telemetryService = service("telemetry-service", "telemetry");

    private final GenericContainer<?> nic = ours("nic", "nic-a")
            .withEnv("VERBENA_NIC_NAME", "nic-a")
            .withEnv("VERBENA_NIC_HOST", "host-a")
            .withEnv("VERBENA_NIC_ADVERTISED_URL", "http://nic-a:8080")
            .withEnv("VERBENA_NIC_MANAGER_URL", "http://sriov-manager:8080")
            .withEnv("VERBENA_NIC_CLIENT_SECRET", SERVICE_SECRET)
            .withEnv("VERBENA_NIC_WIRE", "overlay")
            .withEnv("VERBENA_NIC_LINK", "auto");

    BuiltImages() {
        telemetryService.dependsOn(kafka);
        nic.dependsOn(tenantService, sriovManager);
    }

    /** Why they cannot be started here, empty when they can. */
    static Optional<String> missing() {
        try {
            for (String name : NAMES) {
                DockerClientFactory.lazyClient().inspectImageCmd(image(name)).exec();
            }
            return Optional.empty();
        } catch (NotFoundException e) {
            return Optional.of("an image is not there (" + e.getMessage().strip() + "): ./verbena images builds them");
        } catch (RuntimeException e) {
            return Optional.of("Testcontainers has no Docker daemon that it can use: " + e.getMessage());
        }
    }

    /** Starts all, and returns when all say that they are ready. */
    void start() {
        Startables.deepStart(Stream.of(postgres, kafka, tenantService, sriovManager, telemetryService, nic))
                .join();
    }

    URI tenantUrl() {
        return url(tenantService);
    }

    URI sriovUrl() {
        return url(sriovManager);
    }

    URI telemetryUrl() {
        return url(telemetryService);
    }

    @Override
    public void close() {
        Stream.of(nic, telemetryService, sriovManager, tenantService, kafka, postgres)
                .parallel()
                .forEach(GenericContainer::stop);
        network.close();
    }

    private static URI url(GenericContainer<?> service) {
        return URI.create("http://" + service.getHost() + ":" + service.getMappedPort(PORT));
    }

    private static String image(String name) {
        return "verbena/" + name + ":" + VERSION;
    }

    /** A service with a schema of its own, whose owner it is. */
    private GenericContainer<?> service(String name, String schema) {
        postgres.withCopyToContainer(Transferable.of(schema), "/run/secrets/" + schema + "-db-password");
        return ours(name, name)
                .withEnv("VERBENA_DB_URL", "jdbc:postgresql://postgres:5432/verbena?currentSchema=" + schema)
                .withEnv("VERBENA_DB_USER", "verbena_" + schema)
                .withEnv("VERBENA_DB_PASSWORD", schema)
                .dependsOn(postgres);
    }

    /** Not pulled, and not from where a prefix says that public images are. */
    private GenericContainer<?> ours(String name, String host) {
        return new GenericContainer<>(new RemoteDockerImage(DockerImageName.parse(image(name)))
                        .withImageNameSubstitutor(ImageNameSubstitutor.noop())
                        .withImagePullPolicy(any -> false))
                .withNetwork(network)
                .withNetworkAliases(host)
                .withExposedPorts(PORT)
                .withEnv(Map.of(
                        "VERBENA_ISSUER_URL", "http://tenant-service:8080",
                        "VERBENA_KAFKA_BOOTSTRAP", "kafka:19092"))
                .withCreateContainerCmdModifier(
                        command -> command.getHostConfig().withMemory(MEMORY_BYTES))
                .waitingFor(Wait.forHealthcheck().withStartupTimeout(START_LIMIT));
    }
}
