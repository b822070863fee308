package io.verbena.kit.idempotency;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.CONTEXT;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.kit.sample.Api.Answer;
import io.verbena.kit.sample.Things;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

class IdempotencyIT {
    private static final String THINGS = "/api/v1/tenants/idem/things";
    private static final String ADMIN = TOKENS.platformAdmin();
    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);

    @Test
    void aRepeatIsAnsweredAsTheFirst() {
        Answer first = API.post(THINGS, ADMIN, thing("replayed", 1), "Idempotency-Key", "\"replay\"");
        Answer second = API.post(THINGS, ADMIN, thing("replayed", 1), "Idempotency-Key", "\"replay\"");
        assertThat(first.status()).as(first.body()).isEqualTo(201);
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body()).isNotEmpty();
        for (String header : List.of("Location", "ETag", "Content-Type")) {
            assertThat(second.header(header))
                    .as(header)
                    .isEqualTo(first.header(header))
                    .isNotNull();
        }
        assertThat(second.header("Idempotent-Replayed")).isEqualTo("true");
        assertThat(first.header("Idempotent-Replayed")).isNull();
        assertThat(changesOf("replayed")).isEqualTo(1);
    }

    @Test
    void fiftyAtOnceHaveOneEffect() throws Exception {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> answers = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                answers.add(
                        threads.submit(() -> API.post(THINGS, ADMIN, thing("raced", 1), "Idempotency-Key", "race")));
            }
            int created = 0;
            for (Future<Answer> future : answers) {
                Answer answer = future.get(30, TimeUnit.SECONDS);
                assertThat(answer.status()).as(answer.body()).isIn(201, 409);
                if (answer.status() == 201) {
                    created++;
                } else {
                    assertThat(answer.json()).containsEntry("reason", "IDEMPOTENCY_IN_PROGRESS");
                    assertThat(answer.header("Retry-After")).isEqualTo("1");
                }
            }
            assertThat(created).isPositive();
        }
        assertThat(changesOf("raced")).isEqualTo(1);
    }

    @Test
    void whileTheFirstRunsTheSecondIsToldSo() throws Exception {
        var entered = new CountDownLatch(1);
        var release = new CountDownLatch(1);
        Things things = CONTEXT.getBean(Things.class);
        things.hold(entered, release);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Answer> first =
                    threads.submit(() -> API.post(THINGS, ADMIN, thing("held", 1), "Idempotency-Key", "held"));
            assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
            Answer second = API.post(THINGS, ADMIN, thing("held", 1), "Idempotency-Key", "held");
            assertThat(second.json()).containsEntry("reason", "IDEMPOTENCY_IN_PROGRESS");
            release.countDown();
            assertThat(first.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
        } finally {
            release.countDown();
        }
    }

    @Test
    void anotherPayloadOrQueryIsAMismatch() {
        API.post(THINGS, ADMIN, thing("mismatched", 1), "Idempotency-Key", "mismatch");
        for (Answer answer : List.of(
                API.post(THINGS, ADMIN, thing("mismatched", 2), "Idempotency-Key", "mismatch"),
                API.post(THINGS + "?a=b", ADMIN, thing("mismatched", 1), "Idempotency-Key", "mismatch"))) {
            assertThat(answer.status()).isEqualTo(422);
            assertThat(answer.json()).containsEntry("reason", "IDEMPOTENCY_MISMATCH");
        }
    }

    @Test
    void aKeyBelongsToItsCallerAndPath() {
        assertThat(API.post(THINGS, ADMIN, thing("mine", 1), "Idempotency-Key", "scoped")
                        .status())
                .isEqualTo(201);
        String other = TOKENS.tenant("tenant-admin", "idem");
        assertThat(API.post(THINGS, other, thing("theirs", 1), "Idempotency-Key", "scoped")
                        .status())
                .isEqualTo(201);
        assertThat(API.post("/api/v1/tenants/idem2/things", ADMIN, thing("there", 1), "Idempotency-Key", "scoped")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void aRefusalLeavesNothingAndMayBeTriedAgain() {
        Answer refused = API.post(THINGS, ADMIN, thing("retried", 5000), "Idempotency-Key", "retry");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(API.post(THINGS, ADMIN, thing("retried", 5), "Idempotency-Key", "retry")
                        .status())
                .isEqualTo(201);
    }

    @Test
    void theEffectAndTheKeyComeTogether() {
        // Makes the row's insert fail: then the thing must not be there either.
        jdbc.sql("ALTER TABLE idempotency_key ADD CONSTRAINT no_such_key CHECK (key <> 'broken')")
                .update();
        Answer answer = API.post(THINGS, ADMIN, thing("undone", 1), "Idempotency-Key", "broken");
        assertThat(answer.status()).isEqualTo(500);
        assertThat(API.get(THINGS + "/undone", ADMIN).status()).isEqualTo(404);
        assertThat(changesOf("undone")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "with space", "back\\slash", "half\""})
    void whatIsNoKeyIsRefused(String key) {
        assertThat(API.post(THINGS, ADMIN, thing("never", 1), "Idempotency-Key", key)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void oldKeysAreSwept() {
        API.post(THINGS, ADMIN, thing("swept", 1), "Idempotency-Key", "sweep");
        IdempotencyKeys keys = CONTEXT.getBean(IdempotencyKeys.class);
        assertThat(keys.sweep()).isZero();
        jdbc.sql("UPDATE idempotency_key SET created_at = now() - interval '25 hours' WHERE key = 'sweep'")
                .update();
        assertThat(keys.sweep()).isEqualTo(1);
    }

    private static String thing(String name, int size) {
        return "{\"name\":\"" + name + "\",\"spec\":{\"size\":" + size + "}}";
    }

    private int changesOf(String name) {
        return jdbc.sql("""
                        SELECT (SELECT count(*) FROM change WHERE object_id = :name)
                             + (SELECT count(*) FROM outbox WHERE object_id = :name)
                        """).param("name", name).query(Integer.class).single();
    }
}
