package io.verbena.telemetry.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplayTest {
    private static final TopicPartition PARTITION = new TopicPartition("counters", 1);
    private final MockConsumer<String, byte[]> consumer = new MockConsumer<>("earliest");
    private final Replay replay = new Replay();

    @BeforeEach
    void assign() {
        consumer.assign(List.of(PARTITION));
        consumer.updateBeginningOffsets(Map.of(PARTITION, 0L));
    }

    @Test
    void recordsThatWereThereBeforeAreOldButTheLastOfThem() {
        assertThat(over(4, 0, 1, 2, 3)).containsExactly(false, false, false, true);
        assertThat(over(6, 4, 5)).containsExactly(true, true);
    }

    @Test
    void whatComesWhileTheOldOnesAreReadMovesTheEndNoFurther() {
        assertThat(over(4, 0, 1)).containsExactly(false, false);
        assertThat(over(9, 2, 3)).containsExactly(false, true);
    }

    @Test
    void aGapAtTheEndHidesNothingForLong() {
        assertThat(over(4, 0, 1)).containsExactly(false, false);
        assertThat(over(5, 4)).containsExactly(true);
    }

    @Test
    void aPartitionThatComesBackIsReadAnew() {
        assertThat(over(2, 0, 1)).containsExactly(false, true);
        replay.forget(Set.of(1));
        assertThat(over(5, 2, 3, 4)).containsExactly(false, false, true);
    }

    /** Of records that one poll brings while the partition ends at {@code end}. */
    private List<Boolean> over(long end, long... offsets) {
        consumer.updateEndOffsets(Map.of(PARTITION, end));
        LongStream.of(offsets)
                .mapToObj(offset ->
                        new ConsumerRecord<>(PARTITION.topic(), PARTITION.partition(), offset, "nic", new byte[0]))
                .forEach(consumer::addRecord);
        return consumer.poll(Duration.ZERO).records(PARTITION).stream()
                .map(message -> replay.isOver(message, consumer))
                .toList();
    }
}
