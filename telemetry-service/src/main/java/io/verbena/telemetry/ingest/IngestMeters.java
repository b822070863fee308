package io.verbena.telemetry.ingest;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.contracts.Topics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What became of the records. */
final class IngestMeters {
    private static final Logger log = LoggerFactory.getLogger(IngestMeters.class);

    /** Far more than there are reasons; a bound, should one ever carry a value. */
    private static final int MAX_REASONS = 100;

    private final Counter accepted;
    private final Counter duplicate;
    private final Counter late;
    private final Counter lost;
    private final Counter reboots;
    private final Counter crowdedOut;
    private final Map<String, Counter> dead = new HashMap<>();
    private final Set<String> loggedReasons = ConcurrentHashMap.newKeySet();

    IngestMeters(MeterRegistry meters) {
        accepted = batches(meters, "accepted");
        duplicate = batches(meters, "duplicate");
        late = batches(meters, "late");
        lost = Counter.builder("vnic.telemetry.lost.batches")
                .description("Counters batches that never came, by the gaps in their sequence")
                .register(meters);
        reboots = Counter.builder("vnic.telemetry.nic.reboots")
                .description("New boots of NICs that were known before")
                .register(meters);
        crowdedOut = Counter.builder("vnic.telemetry.crowded.out.nics")
                .description("NICs forgotten as more than this replica can remember are there")
                .register(meters);
        for (String topic : List.of(Topics.COUNTERS, Topics.NIC_EVENTS)) {
            dead.put(
                    topic,
                    Counter.builder("vnic.telemetry.dead.records")
                            .description("Records that could not be read and were passed over")
                            .tag("topic", topic)
                            .register(meters));
        }
    }

    private static Counter batches(MeterRegistry meters, String outcome) {
        return Counter.builder("vnic.telemetry.batches")
                .description("Counters batches read, by what became of them")
                .tag("outcome", outcome)
                .register(meters);
    }

    void accepted(long lostBefore, boolean rebooted) {
        accepted.increment();
        lost.increment(lostBefore);
        if (rebooted) {
            reboots.increment();
        }
    }

    void duplicate() {
        duplicate.increment();
    }

    void late() {
        late.increment();
    }

    /** A NIC's next batch has no rates then, and its next event may be counted twice. */
    void crowdedOut(String nic, int limit) {
        if (crowdedOut.count() == 0) {
            log.warn(
                    "forgot NIC {}, as there are more than {} at this replica; further ones are only counted",
                    nic,
                    limit);
        }
        crowdedOut.increment();
    }

    /** Counts a record that cannot be used; the first one of each reason is logged, so that it can be looked at. */
    void dead(ConsumerRecord<?, ?> message, String reason) {
        Counter ofTopic = dead.get(message.topic());
        if (ofTopic != null) {
            ofTopic.increment();
        }
        if (loggedReasons.size() < MAX_REASONS && loggedReasons.add(reason)) {
            log.warn(
                    "passed over the record at {}-{} offset {}: {}; further ones of this reason are only counted",
                    message.topic(),
                    message.partition(),
                    message.offset(),
                    reason);
        }
    }
}
