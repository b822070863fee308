package io.verbena.standalone.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.verbena.contracts.Topics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * A Kafka broker of this process that is its own controller: the server that Kafka's own start script runs, in a folder of
 * its own and on a port that is known before it starts. It can be taken away and come back with its log.
 */
final class EmbeddedBroker implements AutoCloseable {
    private static final int NODE = 1;
    private static final int PARTITIONS = 3;
    private static final int TOPIC_SECONDS = 30;
    private static final String HOST = "127.0.0.1";
    private static final String CONTROLLER = "CONTROLLER";

    private final KafkaConfig config;
    private KafkaRaftServer server;

    private EmbeddedBroker(KafkaConfig config) {
        this.config = config;
        server = started(config);
    }

    /**
     * @param folder for its log; made here, removed by its owner
     * @param port where clients find it, free
     * @param controllerPort where it finds itself, free
     */
    static EmbeddedBroker start(Path folder, int port, int controllerPort) throws Exception {
        Map<String, String> properties = Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(NODE)),
                Map.entry("controller.quorum.voters", NODE + "@" + HOST + ":" + controllerPort),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry(
                        "listeners",
                        "PLAINTEXT://" + HOST + ":" + port + "," + CONTROLLER + "://" + HOST + ":" + controllerPort),
                Map.entry("log.dirs", folder.toString()),
                // One broker cannot hold the copies that Kafka wants by default, and needs no fifty partitions of
                // offsets.
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("offsets.topic.num.partitions", "1"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("num.partitions", Integer.toString(PARTITIONS)),
                Map.entry("group.initial.rebalance.delay.ms", "0"),
                Map.entry("log.cleaner.dedupe.buffer.size", "2097152"));
        format(folder);
        EmbeddedBroker broker = new EmbeddedBroker(new KafkaConfig(properties, false));
        try {
            createTopics(HOST + ":" + port);
        } catch (ExecutionException | TimeoutException e) {
            broker.close();
            throw e;
        }
        return broker;
    }

    /** Ends the broker and keeps its log: nobody answers at its address until {@link #resume}. */
    void pause() {
        server.shutdown();
        server.awaitShutdown();
    }

    void resume() {
        server = started(config);
    }

    @Override
    public void close() {
        pause();
    }

    private static KafkaRaftServer started(KafkaConfig config) {
        KafkaRaftServer server = new KafkaRaftServer(config, Time.SYSTEM);
        server.startup();
        return server;
    }

    private static void format(Path folder) throws Exception {
        ByteArrayOutputStream talk = new ByteArrayOutputStream();
        new Formatter()
                .setPrintStream(new PrintStream(talk, true, UTF_8))
                .setNodeId(NODE)
                .setClusterId(Uuid.randomUuid().toString())
                .setControllerListenerName(CONTROLLER)
                .setReleaseVersion(MetadataVersion.LATEST_PRODUCTION)
                .addDirectory(folder.toString())
                .setMetadataLogDirectory(folder.toString())
                .run();
    }

    private static void createTopics(String bootstrap)
            throws ExecutionException, InterruptedException, TimeoutException {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrap))) {
            admin.createTopics(
                            List.of(Topics.COUNTERS, Topics.NIC_EVENTS, Topics.TENANT_CHANGES, Topics.SRIOV_CHANGES)
                                    .stream()
                                    .map(topic -> new NewTopic(topic, PARTITIONS, (short) 1))
                                    .toList())
                    .all()
                    .get(TOPIC_SECONDS, TimeUnit.SECONDS);
        }
    }
}
