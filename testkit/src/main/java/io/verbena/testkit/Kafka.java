package io.verbena.testkit;

import java.util.Objects;
import org.apache.kafka.common.network.ListenerName;
import org.springframework.kafka.test.EmbeddedKafkaKraftBroker;

/**
 * A real Kafka broker in KRaft mode. Topics come into being when they are first used, with {@value #PARTITIONS}
 * partitions.
 */
public final class Kafka implements AutoCloseable {
    private static final int PARTITIONS = 3;

    /** Name of the listener for clients, as the embedded cluster has it. */
    private static final String LISTENER = "EXTERNAL";

    private final EmbeddedKafkaKraftBroker broker;

    private Kafka(EmbeddedKafkaKraftBroker broker) {
        this.broker = broker;
    }

    /** The broker of this JVM, started at the first call. */
    public static Kafka shared() {
        return Shared.BROKER;
    }

    /** A broker for a test that stops it. */
    public static Kafka start() {
        return start(broker());
    }

    /**
     * A broker that tells its clients to come through a link, for a test that cuts it. The link is not connected yet:
     * {@code link.connect(kafka.port())}.
     */
    public static Kafka startBehind(TcpLink link) {
        var broker = broker();
        broker.brokerProperty("advertised.listeners", LISTENER + "://" + link.address());
        return start(broker);
    }

    private static EmbeddedKafkaKraftBroker broker() {
        var broker = new EmbeddedKafkaKraftBroker(1, PARTITIONS);
        // One broker cannot hold the three copies that transactions want by default.
        broker.brokerProperty("transaction.state.log.replication.factor", "1");
        broker.brokerProperty("transaction.state.log.min.isr", "1");
        broker.brokerProperty("offsets.topic.replication.factor", "1");
        broker.brokerProperty("offsets.topic.num.partitions", "1");
        broker.brokerProperty("group.initial.rebalance.delay.ms", "0");
        // A test that kills a member need not wait for long until the group knows.
        broker.brokerProperty("group.min.session.timeout.ms", "1000");
        return broker;
    }

    private static Kafka start(EmbeddedKafkaKraftBroker broker) {
        broker.afterPropertiesSet();
        return new Kafka(broker);
    }

    /** Where it listens, which is not where it tells clients to go when it is behind a link. */
    public int port() {
        var cluster = Objects.requireNonNull(broker.getCluster());
        return Objects.requireNonNull(cluster.brokers().get(0)).boundPort(ListenerName.normalised(LISTENER));
    }

    /** {@code host:port} for {@code bootstrap.servers}. */
    public String bootstrap() {
        return broker.getBrokersAsString();
    }

    public void createTopics(String... topics) {
        broker.addTopics(topics);
    }

    @Override
    public void close() {
        broker.destroy();
    }

    /** Starts when it is first touched. */
    private static final class Shared {
        static final Kafka BROKER = start();
    }
}
