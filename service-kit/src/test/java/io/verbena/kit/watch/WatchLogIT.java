package io.verbena.kit.watch;

import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.sample.Api;
import io.verbena.kit.sample.Running;
import io.verbena.kit.sample.SampleService;
import io.verbena.testkit.Events;
import io.verbena.testkit.Events.Event;
import io.verbena.testkit.Kafka;
import io.verbena.testkit.Postgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What happens to the log happens here to one that no other test reads. */
class WatchLogIT {
    private static final String ADMIN = TOKENS.platformAdmin();
    private static final ConfigurableApplicationContext CONTEXT = SampleService.start(SampleService.properties(
            Postgres.shared().database(), Kafka.shared().bootstrap(), TOKENS.issuer()));
    private static final Api API = Api.at(Running.port(CONTEXT));

    private final ChangeLog log = CONTEXT.getBean(ChangeLog.class);
    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);

    @AfterAll
    static void stop() {
        CONTEXT.close();
    }

    @Test
    void fromBelowTheFloorAWatchDoesNotBegin() {
        String things = "/api/v1/tenants/floor/things";
        String version = String.valueOf(API.get(things, ADMIN).json().get("resourceVersion"));
        long listed = log.head().pos();
        create(things, "f-a");
        await().until(() -> {
            // As retention does, but for the rows.
            jdbc.sql("UPDATE change_head SET floor = pos").update();
            return log.head().floor() > listed;
        });
        Api.Answer answer = API.get(things + "?watch=true&resourceVersion=" + version, ADMIN);
        assertThat(answer.status()).as(answer.body()).isEqualTo(410);
        assertThat(answer.json()).containsEntry("reason", "RESOURCE_VERSION_GONE");
    }

    @Test
    void aStreamEndsWhenTheLogBeginsAnew() throws Exception {
        String things = "/api/v1/tenants/anew/things";
        try (Events events = Events.open(API.base().resolve(things + "?watch=true"), ADMIN)) {
            create(things, "a-before");
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED a-before 1");
            jdbc.sql("UPDATE change_head SET log_id = gen_random_uuid()").update();
            Event end = events.next();
            assertThat(end.said("/reason")).isEqualTo("ERROR RESOURCE_VERSION_GONE");
        }
    }

    private static void create(String things, String name) {
        Api.Answer answer = API.post(things, ADMIN, "{\"name\":\"" + name + "\",\"spec\":{\"size\":1}}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }
}
