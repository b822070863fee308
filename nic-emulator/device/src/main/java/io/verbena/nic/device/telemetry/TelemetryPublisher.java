package io.verbena.nic.device.telemetry;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.contracts.telemetry.NicEventMessage;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.device.report.NicIdentity;
import io.verbena.tls.KafkaSecurity;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * Samples the counters each second and sends them with the events. Kafka may be away: records then wait, here until the
 * brokers are known and in the producer's buffer afterwards, and are sent in order when it is back.
 */
public final class TelemetryPublisher implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(TelemetryPublisher.class);

    private static final long PERIOD_NS = 1_000_000_000L;
    /** Half an hour of counter batches and some events. */
    private static final int BACKLOG_RECORDS = 2048;
    /** What the owner may report between two rounds of the publisher. */
    private static final int BACKLOG_EVENTS = 4096;
    /** How long one send may look for brokers: a part of the period, so that sampling goes on. */
    private static final int MAX_BLOCK_MS = 300;
    /** The producer's own backlog once brokers are known. */
    private static final long BUFFER_BYTES = 16L << 20;
    /** An outage of so long loses no record that fits the buffer. */
    private static final int DELIVERY_TIMEOUT_MS = 30 * 60 * 1000;

    /** Longer than a leader election: Kafka is away. */
    private static final long SILENCE_NS = 5 * PERIOD_NS;

    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(1);

    private final NicIdentity identity;
    private final String bootstrap;
    private final KafkaSecurity security;
    private final Supplier<CounterBatch> sampler;
    private final JsonMapper json = JsonMapper.shared();
    private final BoundedBacklog<Happened> happened = new BoundedBacklog<>(BACKLOG_EVENTS);
    private final BoundedBacklog<ProducerRecord<String, byte[]>> backlog = new BoundedBacklog<>(BACKLOG_RECORDS);
    private final AtomicLong published = new AtomicLong();
    private final AtomicLong answered = new AtomicLong();
    private final AtomicLong undelivered = new AtomicLong();
    private final Map<UUID, String> tenants = new HashMap<>();
    private final CountDownLatch stop = new CountDownLatch(1);
    private final Thread thread;
    private @Nullable KafkaProducer<String, byte[]> producer;
    private long eventSequence;
    private long handedOver;
    private volatile long answeredAtNs = System.nanoTime();
    private volatile boolean away;

    private record Happened(NicEvent event, Instant at) {}

    /**
     * @param sampler reads all counters; called on the publisher's thread each second
     */
    public TelemetryPublisher(
            NicIdentity identity, String bootstrap, KafkaSecurity security, Supplier<CounterBatch> sampler) {
        this.security = security;
        this.identity = identity;
        this.bootstrap = bootstrap;
        this.sampler = sampler;
        this.thread =
                Thread.ofPlatform().name(identity.nic() + "-telemetry").daemon().unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /** Takes an event from the owner's thread, at once. */
    public void onEvent(NicEvent event) {
        happened.add(new Happened(event, Instant.now()));
    }

    /** Counts of its own, by exposed name. */
    public Map<String, Long> counts() {
        return Map.of(
                "telemetry_published_records",
                published.get(),
                "telemetry_dropped_records",
                backlog.dropped() + happened.dropped() + undelivered.get());
    }

    private void run() {
        long nextNs = System.nanoTime();
        while (!stopped(nextNs - System.nanoTime())) {
            nextNs += PERIOD_NS;
            try {
                sample();
                convertEvents();
                send();
            } catch (IllegalStateException e) {
                log.warn("{} publishes no telemetry: {}", identity.nic(), e.getMessage());
            }
        }
        close(producer);
    }

    private boolean stopped(long waitNs) {
        try {
            return stop.await(Math.max(waitNs, 0), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void sample() {
        CounterBatch batch = sampler.get();
        tenants.clear();
        for (FunctionCounters function : batch.functions()) {
            tenants.put(function.vfUid(), function.tenant());
        }
        backlog.add(record(Topics.COUNTERS, batch));
    }

    private void convertEvents() {
        for (Happened next = happened.poll(); next != null; next = happened.poll()) {
            NicEvent event = next.event();
            backlog.add(record(
                    Topics.NIC_EVENTS,
                    new NicEventMessage(
                            identity.nic(),
                            identity.host(),
                            identity.bootId(),
                            ++eventSequence,
                            next.at(),
                            event.type().name().toLowerCase(Locale.ROOT),
                            event.vfUid(),
                            event.vfUid() == null ? null : tenants.get(event.vfUid()),
                            event.detail())));
        }
    }

    private ProducerRecord<String, byte[]> record(String topic, Object message) {
        return new ProducerRecord<>(topic, identity.nic(), json.writeValueAsBytes(message));
    }

    /** Hands the backlog to the producer, oldest first, until it takes no more. */
    private void send() {
        for (var next = backlog.peek(); next != null; next = backlog.peek()) {
            Future<RecordMetadata> answer;
            try {
                answer = producer().send(next, this::onAnswer);
            } catch (KafkaException e) {
                reportAway(e.getMessage());
                return;
            }
            if (answer.isDone() && answer.state() == Future.State.FAILED) {
                Throwable reason = answer.exceptionNow();
                if (reason instanceof RetriableException) {
                    // No broker was ever reached, or the producer's buffer is full: the record stays here.
                    reportAway(reason.getMessage());
                    return;
                }
                undelivered.incrementAndGet();
            } else {
                handedOver++;
            }
            backlog.remove(next);
        }
        if (handedOver > answered.get() && System.nanoTime() - answeredAtNs > SILENCE_NS) {
            reportAway("no acknowledgement for " + SILENCE_NS / PERIOD_NS + " s");
        } else if (handedOver == answered.get()) {
            answeredAtNs = System.nanoTime();
        }
    }

    private KafkaProducer<String, byte[]> producer() {
        KafkaProducer<String, byte[]> known = producer;
        if (known == null) {
            Map<String, Object> settings = new HashMap<>(security.settings());
            settings.putAll(Map.of(
                    ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                    bootstrap,
                    ProducerConfig.CLIENT_ID_CONFIG,
                    identity.nic(),
                    ProducerConfig.ACKS_CONFIG,
                    "all",
                    ProducerConfig.LINGER_MS_CONFIG,
                    5,
                    ProducerConfig.MAX_BLOCK_MS_CONFIG,
                    MAX_BLOCK_MS,
                    ProducerConfig.BUFFER_MEMORY_CONFIG,
                    BUFFER_BYTES,
                    ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                    DELIVERY_TIMEOUT_MS,
                    ProducerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                    2000,
                    ProducerConfig.COMPRESSION_TYPE_CONFIG,
                    "gzip",
                    ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                    true));
            known = new KafkaProducer<>(settings, new StringSerializer(), new ByteArraySerializer());
            producer = known;
        }
        return known;
    }

    private void onAnswer(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (Thread.currentThread() == thread) {
            // A refusal within send(), which looks at its result itself.
            return;
        }
        answered.incrementAndGet();
        answeredAtNs = System.nanoTime();
        if (failure != null) {
            undelivered.incrementAndGet();
            return;
        }
        published.incrementAndGet();
        if (away) {
            away = false;
            log.info("Kafka at {} takes telemetry of {} again", bootstrap, identity.nic());
        }
    }

    private void reportAway(@Nullable String reason) {
        if (!away) {
            away = true;
            log.warn(
                    "Kafka at {} takes no telemetry of {}, which is kept and sent later: {}",
                    bootstrap,
                    identity.nic(),
                    reason);
        }
    }

    private static void close(@Nullable KafkaProducer<String, byte[]> producer) {
        if (producer != null) {
            producer.close(CLOSE_LIMIT);
        }
    }

    @Override
    public void close() {
        stop.countDown();
        try {
            thread.join(CLOSE_LIMIT.multipliedBy(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
