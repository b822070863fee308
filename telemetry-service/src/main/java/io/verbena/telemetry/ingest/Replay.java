package io.verbena.telemetry.ingest;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Tells records that were there before a partition became ours from those that came since. The old ones were exposed by
 * another replica, or are of long ago: exposed again they would make values go back. Not thread-safe: the listener's own.
 */
final class Replay {
    /** Where each partition ended when its first record came to us. */
    private final Map<Integer, Long> ends = new HashMap<>();

    /**
     * Is there no older record left to read of its partition behind this one? A record beyond a gap, as a retention or a
     * transaction leaves it, is none of the old ones either.
     */
    boolean isOver(ConsumerRecord<?, ?> message, Consumer<?, ?> consumer) {
        Long end = ends.get(message.partition());
        if (end == null) {
            var partition = new TopicPartition(message.topic(), message.partition());
            // Known of the fetch that brought the record: no question to the broker.
            OptionalLong lag = consumer.currentLag(partition);
            if (lag.isEmpty()) {
                return false;
            }
            end = consumer.position(partition) + lag.getAsLong();
            ends.put(message.partition(), end);
        }
        return message.offset() + 1 >= end;
    }

    /** Of partitions that went away, and may come back with what others exposed meanwhile. */
    void forget(Set<Integer> partitions) {
        ends.keySet().removeAll(partitions);
    }
}
