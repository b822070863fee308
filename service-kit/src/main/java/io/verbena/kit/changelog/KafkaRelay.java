package io.verbena.kit.changelog;

import io.verbena.contracts.change.ChangeMessage;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.kafka.core.KafkaOperations;
import org.springframework.kafka.core.KafkaTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sends the log to a topic, in its order and at least once; the cursor moves after the acknowledgement.
 *
 * <p>A batch is one Kafka transaction. Without it, a record could time out while the next one of its partition arrives; sent
 * again, it would be behind, and consumers, which drop positions that are not above the last, would lose it. So consumers
 * read committed records only. The cursor's row stays locked while a batch is sent: one replica relays, the next takes over
 * where it stopped.
 */
public final class KafkaRelay {
    static final int BATCH = 500;
    private static final String CURSOR = "kafka";

    private final String topic;
    private final ChangeLog changes;
    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;
    private final KafkaTemplate<String, byte[]> kafka;
    private final JsonMapper json;
    private final Duration sendTimeout;

    /** @param sendTimeout above the producer's own delivery time-out, so that it only ends what is broken */
    KafkaRelay(
            String topic,
            ChangeLog changes,
            JdbcClient jdbc,
            TransactionTemplate transaction,
            KafkaTemplate<String, byte[]> kafka,
            JsonMapper json,
            Duration sendTimeout) {
        this.topic = topic;
        this.changes = changes;
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.kafka = kafka;
        this.json = json;
        this.sendTimeout = sendTimeout;
    }

    /**
     * Sends up to {@value #BATCH} changes.
     *
     * @return whether more may be waiting
     */
    boolean relay() {
        if (changes.after(cursor(), 1).isEmpty()) {
            return false;
        }
        return transaction.execute(status -> {
            Optional<Long> locked = jdbc.sql("SELECT pos FROM change_cursor WHERE name = ? FOR UPDATE SKIP LOCKED")
                    .param(CURSOR)
                    .query(Long.class)
                    .optional();
            if (locked.isEmpty()) {
                return false;
            }
            List<ChangeMessage> batch = changes.after(locked.get(), BATCH);
            if (batch.isEmpty()) {
                return false;
            }
            kafka.executeInTransaction(producer -> send(producer, batch));
            jdbc.sql("UPDATE change_cursor SET pos = ? WHERE name = ?")
                    .params(batch.getLast().pos(), CURSOR)
                    .update();
            return batch.size() == BATCH;
        });
    }

    long cursor() {
        return jdbc.sql("SELECT pos FROM change_cursor WHERE name = ?")
                .param(CURSOR)
                .query(Long.class)
                .single();
    }

    private boolean send(KafkaOperations<String, byte[]> producer, List<ChangeMessage> batch) {
        var sent = batch.stream()
                .map(change -> producer.send(
                        topic, change.objectType() + "/" + change.objectId(), json.writeValueAsBytes(change)))
                .toList();
        for (var acknowledgement : sent) {
            try {
                acknowledgement.get(sendTimeout.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while sending changes to " + topic, e);
            } catch (Exception e) {
                throw new IllegalStateException("sending changes to " + topic, e);
            }
        }
        return true;
    }
}
