package io.verbena.telemetry.ingest;

import io.verbena.contracts.Topics;
import io.verbena.contracts.telemetry.NicEventMessage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.springframework.kafka.annotation.KafkaListener;

/**
 * Counts what NICs refused. Runs on the listener's one thread. A group of its own, as partitions of two topics in one group
 * may be dealt out so that one replica has all counters and another all events.
 */
final class EventIngest {
    private static final int MAX_NICS = 1024;

    private final EventRecords records;
    private final DatapathDenials denials;
    private final IngestMeters meters;

    /** The last event of each NIC, the one that was silent for longest first: Kafka may bring one twice. */
    private final Map<String, Last> last = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
            boolean crowded = size() > MAX_NICS;
            if (crowded) {
                meters.crowdedOut(eldest.getKey(), MAX_NICS);
            }
            return crowded;
        }
    };

    private record Last(UUID bootId, long sequence) {}

    EventIngest(EventRecords records, DatapathDenials denials, IngestMeters meters) {
        this.records = records;
        this.denials = denials;
        this.meters = meters;
    }

    @KafkaListener(
            id = "events",
            topics = Topics.NIC_EVENTS,
            groupId = "${verbena.telemetry.group}-events",
            idIsGroup = false)
    void onRecord(ConsumerRecord<String, byte[]> message) {
        switch (records.read(message.key(), message.value())) {
            case EventRecords.Read.Malformed(String reason) -> meters.dead(message, reason);
            case EventRecords.Read.Other(NicEventMessage event) -> isNew(event);
            case EventRecords.Read.Denial(NicEventMessage event, String tenant, String scope, var resource) -> {
                if (isNew(event)) {
                    denials.count(tenant, scope, resource);
                }
            }
        }
    }

    private boolean isNew(NicEventMessage event) {
        Last before = last.get(event.nic());
        if (before != null && before.bootId().equals(event.bootId()) && event.sequence() <= before.sequence()) {
            return false;
        }
        last.put(event.nic(), new Last(event.bootId(), event.sequence()));
        return true;
    }
}
