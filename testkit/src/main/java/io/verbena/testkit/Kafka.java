package io.verbena.testkit;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.network.ListenerName;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;
import org.testcontainers.kafka.KafkaContainer;

/**
 * A real Kafka broker in KRaft mode. Topics come into being when they are first used, with {@value #PARTITIONS}
 * partitions.
 */
public final class Kafka implements AutoCloseable {
    private static final int PARTITIONS = 3;

    /** A test that kills a member need not wait for long until the group knows. */
    private static final int SESSION_TIMEOUT_MS = 1000;

    /** Name of the listener for clients, as the embedded cluster has it. */
    private static final String LISTENER = "EXTERNAL";

    /** Where a container listens for clients that come through a link. */
    private static final int LINK_PORT = 19092;

    private final Server server;

    private Kafka(Server server) {
        this.server = server;
    }

    /** The broker of this JVM, started at the first call. */
    public static Kafka shared() {
        return Shared.BROKER;
    }

    /** A broker for a test that stops it. */
    public static Kafka start() {
        return start(null);
    }

    /**
     * A broker that tells its clients to come through a link, for a test that cuts it. The link is not connected yet:
     * {@code link.connect(kafka.port())}.
     */
    public static Kafka startBehind(TcpLink link) {
        return start(link);
    }

    private static Kafka start(@Nullable TcpLink link) {
        return new Kafka(Engines.start("Kafka", () -> inContainer(link), () -> embedded(link)));
    }

    /** The container's own settings have one copy of what Kafka keeps about itself, and no delay. */
    private static Server inContainer(@Nullable TcpLink link) {
        var container = new KafkaContainer("apache/kafka:4.1.2")
                .withEnv("KAFKA_NUM_PARTITIONS", Integer.toString(PARTITIONS))
                .withEnv("KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS", Integer.toString(SESSION_TIMEOUT_MS))
                .withEnv("KAFKA_HEAP_OPTS", "-Xms128m -Xmx320m");
        int port = 9092;
        if (link != null) {
            port = LINK_PORT;
            container.withListener("0.0.0.0:" + port, link::address).addExposedPort(port);
        }
        container.start();
        return new Server(container.getMappedPort(port), container::stop);
    }

    private static Server embedded(@Nullable TcpLink link) {
        var broker = new EmbeddedKafkaKraftBroker(1, PARTITIONS);
        // One broker cannot hold the three copies that transactions want by default.
        broker.brokerProperty("transaction.state.log.replication.factor", "1");
        broker.brokerProperty("transaction.state.log.min.isr", "1");
        broker.brokerProperty("offsets.topic.replication.factor", "1");
        broker.brokerProperty("offsets.topic.num.partitions", "1");
        broker.brokerProperty("group.initial.rebalance.delay.ms", "0");
        broker.brokerProperty("group.min.session.timeout.ms", Integer.toString(SESSION_TIMEOUT_MS));
        if (link != null) {
            broker.brokerProperty("advertised.listeners", LISTENER + "://" + link.address());
        }
        broker.afterPropertiesSet();
        var cluster = Objects.requireNonNull(broker.getCluster());
        int port = Objects.requireNonNull(cluster.brokers().get(0)).boundPort(ListenerName.normalised(LISTENER));
        return new Server(port, broker::destroy);
    }

    /** Where it listens, which is not where it tells clients to go when it is behind a link. */
    public int port() {
        return server.port();
    }

    /** {@code host:port} for {@code bootstrap.servers}. */
    public String bootstrap() {
        return "127.0.0.1:" + port();
    }

    public void createTopics(String... names) {
        var topics = Arrays.stream(names)
                .map(name -> new NewTopic(name, PARTITIONS, (short) 1))
                .toList();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap()))) {
            admin.createTopics(topics).all().get(30, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IllegalStateException("creating the topics " + Arrays.toString(names), e);
        }
    }

    @Override
    public void close() {
        server.stop().run();
    }

    /** Starts when it is first touched. */
    private static final class Shared {
        static final Kafka BROKER = start();
    }
}
