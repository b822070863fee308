package io.verbena.telemetry.ingest;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.telemetry.ingest.CounterDeltas.FunctionDelta;
import io.verbena.telemetry.ingest.CounterDeltas.Outcome;
import io.verbena.telemetry.series.Samples;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.annotation.KafkaListener;

/** Takes each record to its end: into the samples, or to the dead end. Runs on the listener's one thread. */
final class CounterIngest {
    private static final int MAX_NICS = 1024;
    private static final double NANOS_PER_SECOND = 1e9;

    private final CounterRecords records;
    private final Samples samples;
    private final IngestMeters meters;

    /** The NICs heard of, the one that was silent for longest first. */
    private final Map<String, NicTrack> tracks = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, NicTrack> eldest) {
            return size() > MAX_NICS;
        }
    };

    CounterIngest(CounterRecords records, Samples samples, IngestMeters meters) {
        this.records = records;
        this.samples = samples;
        this.meters = meters;
    }

    @KafkaListener(id = "counters", topics = Topics.COUNTERS, groupId = "${verbena.telemetry.group}", idIsGroup = false)
    void onRecord(ConsumerRecord<String, byte[]> message) {
        switch (records.read(message.key(), message.value())) {
            case CounterRecords.Read.Malformed(String reason) -> meters.dead(message, reason);
            case CounterRecords.Read.Batch(CounterBatch batch) -> onBatch(batch);
        }
    }

    private void onBatch(CounterBatch batch) {
        switch (CounterDeltas.of(tracks.get(batch.nic()), batch)) {
            case Outcome.Duplicate() -> meters.duplicate();
            case Outcome.Late() -> meters.late();
            case Outcome.Accepted(NicTrack track, var functions, long lost, boolean rebooted) -> {
                tracks.put(batch.nic(), track);
                meters.accepted(lost, rebooted);
                samples.accept(batch, rates(functions));
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
