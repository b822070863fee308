package io.verbena.telemetry.ingest;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.telemetry.ingest.CounterDeltas.FunctionDelta;
import io.verbena.telemetry.ingest.CounterDeltas.Outcome;
import io.verbena.telemetry.lastvalues.LastValues.NicValues;
import io.verbena.telemetry.lastvalues.LastValuesWriter;
import io.verbena.telemetry.series.Samples;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.annotation.KafkaListener;
import org.springframework.kafka.listener.ConsumerAwareRebalanceListener;

/**
 * Takes each record to its end: into the samples and the last values, or to the dead end. Runs on the listener's one thread,
 * and so do changes of which partitions are ours: between them and records nothing can come.
 */
final class CounterIngest implements ConsumerAwareRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(CounterIngest.class);
    private static final int MAX_NICS = 1024;
    private static final double NANOS_PER_SECOND = 1e9;

    private final CounterRecords records;
    private final Samples samples;
    private final LastValuesWriter lastValues;
    private final IngestMeters meters;
    private final Replay replay = new Replay();

    /** A NIC's last batch and the partition it came by; the NIC that was silent for longest first. */
    private final Map<String, Tracked> tracks = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Tracked> eldest) {
            boolean crowded = size() > MAX_NICS;
            if (crowded) {
                meters.crowdedOut(eldest.getKey(), MAX_NICS);
            }
            return crowded;
        }
    };

    private record Tracked(NicTrack track, int partition) {}

    CounterIngest(CounterRecords records, Samples samples, LastValuesWriter lastValues, IngestMeters meters) {
        this.records = records;
        this.samples = samples;
        this.lastValues = lastValues;
        this.meters = meters;
    }

    @KafkaListener(id = "counters", topics = Topics.COUNTERS, groupId = "${verbena.telemetry.group}", idIsGroup = false)
    void onRecord(ConsumerRecord<String, byte[]> message, Consumer<?, ?> consumer) {
        boolean live = replay.isOver(message, consumer);
        switch (records.read(message.key(), message.value())) {
            case CounterRecords.Read.Malformed(String reason) -> meters.dead(message, reason);
            case CounterRecords.Read.Batch(CounterBatch batch) -> onBatch(message.partition(), batch, live);
        }
    }

    /** On its way to another replica, which will expose it. */
    @Override
    public void onPartitionsRevokedAfterCommit(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        drop(partitions);
    }

    /** Another replica may have it already. */
    @Override
    public void onPartitionsLost(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        drop(partitions);
    }

    @Override
    public void onPartitionsAssigned(Consumer<?, ?> consumer, Collection<TopicPartition> partitions) {
        if (!numbers(partitions).isEmpty()) {
            log.info("exposes the NICs of {}, each from its next sample on", partitions);
        }
    }

    private void drop(Collection<TopicPartition> partitions) {
        Set<Integer> numbers = numbers(partitions);
        if (!numbers.isEmpty()) {
            log.info("exposes the NICs of {} no more", partitions);
            samples.drop(numbers);
            replay.forget(numbers);
            // When they come back, what others exposed meanwhile was not lost.
            tracks.values().removeIf(tracked -> numbers.contains(tracked.partition()));
        }
    }

    /** Other topics have listeners of their own, which tell us too. */
    private static Set<Integer> numbers(Collection<TopicPartition> partitions) {
        return partitions.stream()
                .filter(partition -> partition.topic().equals(Topics.COUNTERS))
                .map(TopicPartition::partition)
                .collect(Collectors.toSet());
    }

    private void onBatch(int partition, CounterBatch batch, boolean live) {
        Tracked known = tracks.get(batch.nic());
        switch (CounterDeltas.of(known == null ? null : known.track(), batch)) {
            case Outcome.Duplicate() -> meters.duplicate();
            case Outcome.Late() -> meters.late();
            case Outcome.Accepted(NicTrack track, var functions, long lost, boolean rebooted) -> {
                tracks.put(batch.nic(), new Tracked(track, partition));
                meters.accepted(lost, rebooted);
                if (live) {
                    samples.accept(partition, batch);
                }
                lastValues.accept(new NicValues(batch, rates(functions)));
            }
        }
    }

    private static Map<UUID, Map<String, Double>> rates(Map<UUID, FunctionDelta> functions) {
        var rates = new HashMap<UUID, Map<String, Double>>();
        functions.forEach((vfUid, delta) -> {
            Map<String, Double> perSecond = perSecond(delta);
            if (perSecond != null) {
                rates.put(vfUid, perSecond);
            }
        });
        return rates;
    }

    private static @Nullable Map<String, Double> perSecond(FunctionDelta delta) {
        double seconds = delta.interval().toNanos() / NANOS_PER_SECOND;
        if (seconds <= 0) {
            return null;
        }
        var perSecond = new HashMap<String, Double>();
        delta.counters().forEach((name, change) -> perSecond.put(name, change / seconds));
        return perSecond;
    }
}
