package io.verbena.kit.changelog;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.CONTEXT;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.contracts.change.ChangeMessage;
import io.verbena.contracts.change.ChangeType;
import io.verbena.testkit.Kafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

class ChangeLogIT {
    private static final String THINGS = "/api/v1/tenants/log/things";
    private final Outbox outbox = CONTEXT.getBean(Outbox.class);
    private final ChangeLog log = CONTEXT.getBean(ChangeLog.class);
    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);
    private final TransactionTemplate transaction =
            new TransactionTemplate(CONTEXT.getBean(PlatformTransactionManager.class));

    @Test
    void aChangeOutsideOfATransactionIsABug() {
        assertThatThrownBy(() -> outbox.append("thing", "x", 1, "log", ChangeType.ADDED, Map.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("thing x");
    }

    @Test
    void whatIsRolledBackWasNoChange() {
        transaction.executeWithoutResult(status -> {
            outbox.append("thing", "rolled-back", 1, "log", ChangeType.ADDED, Map.of());
            status.setRollbackOnly();
        });
        transaction.executeWithoutResult(
                status -> outbox.append("thing", "after-it", 1, "log", ChangeType.ADDED, Map.of()));
        await().until(() -> positionsOf("after-it").size() == 1);
        assertThat(positionsOf("rolled-back")).isEmpty();
    }

    @Test
    void reachesKafkaInOrderUnderTheObjectsKey() {
        String admin = TOKENS.platformAdmin();
        API.post(THINGS, admin, "{\"name\":\"relayed\",\"spec\":{\"size\":1}}");
        for (int i = 0; i < 3; i++) {
            API.send("PUT", THINGS + "/relayed", admin, "{\"size\":2}", "If-Match", "*");
        }
        var consumerProperties = Map.<String, Object>of(
                "bootstrap.servers", Kafka.shared().bootstrap(),
                "group.id", "change-log-test",
                "isolation.level", "read_committed",
                "auto.offset.reset", "earliest");
        var messages = new ArrayList<ChangeMessage>();
        try (var consumer =
                new KafkaConsumer<>(consumerProperties, new StringDeserializer(), new ByteArrayDeserializer())) {
            consumer.subscribe(List.of("verbena.sample-changes.v1"));
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                for (ConsumerRecord<String, byte[]> message : consumer.poll(Duration.ofMillis(100))) {
                    if (message.key().equals("thing/relayed")) {
                        messages.add(CONTEXT.getBean(JsonMapper.class).readValue(message.value(), ChangeMessage.class));
                    }
                }
                return messages.size() == 4;
            });
        }
        assertThat(messages).extracting(ChangeMessage::version).containsExactly(1L, 2L, 3L, 4L);
        assertThat(messages).extracting(ChangeMessage::pos).isSorted();
        assertThat(messages).allSatisfy(message -> {
            assertThat(message.logId()).isEqualTo(log.head().logId());
            assertThat(message.service()).isEqualTo("sample");
            assertThat(message.tenantPath()).isEqualTo("log");
        });
        assertThat(messages.getLast().body()).contains("\"size\":2");
    }

    @Test
    void theLagIsPublishedAndGoesBackToZero() {
        await().atMost(Duration.ofSeconds(10))
                .until(
                        () -> API.get("/actuator/prometheus", null)
                                .body()
                                .contains(
                                        "vnic_outbox_lag_seconds{application=\"sample\",topic=\"verbena.sample-changes.v1\"} 0.0"));
    }

    @Test
    void retentionRemovesTheLowEndAndNothingThatKafkaHasNot() {
        transaction.executeWithoutResult(status -> {
            for (int i = 1; i <= 10; i++) {
                outbox.append("thing", "kept", i, "log", ChangeType.MODIFIED, Map.of());
            }
        });
        await().until(() -> positionsOf("kept").size() == 10 && log.oldestUnrelayedSeconds() == 0);
        long head = log.head().pos();
        log.trim(Duration.ofHours(1), 4);
        assertThat(log.head().floor()).isEqualTo(head - 4);
        assertThat(log.after(0, 100))
                .extracting(ChangeMessage::pos)
                .containsExactly(head - 3, head - 2, head - 1, head);
        jdbc.sql("UPDATE change SET at = now() - interval '2 hours' WHERE pos <= ?")
                .param(head - 2)
                .update();
        assertThat(log.trim(Duration.ofHours(1), 1000)).isEqualTo(2);
        assertThat(log.head().floor()).isEqualTo(head - 2);
        transaction.executeWithoutResult(status -> {
            jdbc.sql("UPDATE change_cursor SET pos = ?").param(head - 1).update();
            log.trim(Duration.ZERO, 0);
            assertThat(log.head().floor()).isEqualTo(head - 1);
            status.setRollbackOnly();
        });
    }

    @Test
    void whatWaitsForKafkaIsBoundedAndConsumersLearnOfTheGapByAnotherLog() {
        transaction.executeWithoutResult(status -> {
            for (int i = 1; i <= 10; i++) {
                outbox.append("thing", "given-up", i, "log", ChangeType.MODIFIED, Map.of());
            }
        });
        await().until(() -> positionsOf("given-up").size() == 10 && log.oldestUnrelayedSeconds() == 0);
        transaction.executeWithoutResult(status -> {
            ChangeLog.Head before = log.head();
            jdbc.sql("UPDATE change_cursor SET pos = ?")
                    .param(before.pos() - 10)
                    .update();
            assertThat(log.giveUpUnrelayed(10, 4)).as("as many as may wait").isZero();
            assertThat(log.head().logId()).isEqualTo(before.logId());
            assertThat(log.giveUpUnrelayed(9, 4)).isEqualTo(6);
            assertThat(jdbc.sql("SELECT pos FROM change_cursor")
                            .query(Long.class)
                            .single())
                    .isEqualTo(before.pos() - 4);
            assertThat(log.head().logId()).isNotEqualTo(before.logId());
            log.trim(Duration.ZERO, 0);
            assertThat(log.head().floor()).isEqualTo(before.pos() - 4);
            status.setRollbackOnly();
        });
    }

    private List<Long> positionsOf(String objectId) {
        return jdbc.sql("SELECT pos FROM change WHERE object_id = ? ORDER BY pos")
                .param(objectId)
                .query(Long.class)
                .list();
    }
}
