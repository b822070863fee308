package io.verbena.kit.watch;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.CONTEXT;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.change.ChangeType;
import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.changelog.Outbox;
import io.verbena.kit.sample.Api.Answer;
import io.verbena.testkit.Events;
import io.verbena.testkit.Events.Event;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class WatchIT {
    private static final String ADMIN = TOKENS.platformAdmin();

    private final ChangeLog log = CONTEXT.getBean(ChangeLog.class);
    private final ResourceVersions versions = CONTEXT.getBean(ResourceVersions.class);
    private final JdbcClient jdbc = CONTEXT.getBean(JdbcClient.class);
    private final TransactionTemplate transaction =
            new TransactionTemplate(CONTEXT.getBean(PlatformTransactionManager.class));

    @Test
    void eachChangeIsAnEventAndGoesOnFromAnyOfThem() throws Exception {
        String things = "/api/v1/tenants/watched/things";
        create(things, "w-old");
        String version = versionOf(things);
        create(things, "w-new");
        API.send("PUT", things + "/w-new", ADMIN, "{\"size\":2}", "If-Match", "*");
        String second;
        try (Events events = watch(things, ADMIN, "&resourceVersion=" + version)) {
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED w-new 1");
            Event modified = events.next();
            assertThat(modified.said("/name", "/generation")).isEqualTo("MODIFIED w-new 2");
            second = modified.id();
            API.send("DELETE", things + "/w-old", ADMIN, null);
            assertThat(events.next().said("/name", "/generation")).isEqualTo("DELETED w-old 1");
        }
        // What an event source does: the header is newer than the parameter.
        try (Events events = watch(things, ADMIN, "&resourceVersion=" + version, "Last-Event-ID", second)) {
            assertThat(events.next().said("/name", "/generation")).isEqualTo("DELETED w-old 1");
        }
    }

    @Test
    void withoutAVersionItBeginsNow() throws Exception {
        String things = "/api/v1/tenants/from-now/things";
        create(things, "n-before");
        try (Events events = watch(things, ADMIN, "")) {
            Event bookmark = events.bookmark();
            assertThat(bookmark.said("/resourceVersion")).isEqualTo("BOOKMARK " + bookmark.id());
            create(things, "n-after");
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED n-after 1");
        }
    }

    @Test
    void whatTheListShowedIsNoEventEvenIfItWasNumberedLater() throws Exception {
        String things = "/api/v1/tenants/snapshot/things";
        String version = transaction.execute(status -> {
            // Keeps the sequencer from giving positions.
            jdbc.sql("SELECT pos FROM change_head FOR UPDATE").query(Long.class).single();
            create(things, "s-shown");
            String listed = versionOf(things);
            create(things, "s-later");
            return listed;
        });
        Event bookmark;
        try (Events events = watch(things, ADMIN, "&resourceVersion=" + version)) {
            bookmark = events.bookmark();
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED s-later 1");
        }
        try (Events events = watch(things, ADMIN, "", "Last-Event-ID", bookmark.id())) {
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED s-later 1");
        }
    }

    @Test
    void allPagesOfAListSayTheVersionOfTheFirst() throws Exception {
        String things = "/api/v1/tenants/paged/things";
        create(things, "p-a");
        create(things, "p-b");
        Map<String, Object> first = API.get(things + "?pageSize=1", ADMIN).json();
        create(things, "p-c");
        Map<String, Object> second = API.get(things + "?pageSize=1&pageToken=" + first.get("nextPageToken"), ADMIN)
                .json();
        assertThat(second.get("resourceVersion")).isEqualTo(first.get("resourceVersion"));
        try (Events events = watch(things, ADMIN, "&resourceVersion=" + second.get("resourceVersion"))) {
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED p-c 1");
        }
    }

    @Test
    void anotherTenantsChangesAreNotSeen() throws Exception {
        String token = TOKENS.tenant("tenant-viewer", "mine");
        assertThat(API.get("/api/v1/tenants/theirs/things?watch=true", token).status())
                .isEqualTo(404);
        try (Events events = watch("/api/v1/tenants/mine/things", token, "")) {
            events.bookmark();
            create("/api/v1/tenants/theirs/things", "t-theirs");
            create("/api/v1/tenants/not-mine/things", "t-not-mine");
            create("/api/v1/tenants/mine/things", "t-mine");
            assertThat(events.next().said("/name", "/generation")).isEqualTo("ADDED t-mine 1");
        }
    }

    @Test
    void aStreamEndsWithTheCallersToken() throws Exception {
        String token = TOKENS.token(claims -> claims.subject("admin")
                .claim("roles", List.of("platform-admin"))
                .expirationTime(Date.from(Instant.now().plusSeconds(2))));
        try (Events events = watch("/api/v1/tenants/short/things", token, "")) {
            Event end = events.next();
            assertThat(end.said("/reason", "/status")).isEqualTo("ERROR UNAUTHENTICATED 401");
            assertThat(events.next().name()).isEqualTo("END");
        }
    }

    @Test
    void fromWhereTheLogIsNotItDoesNotBegin() {
        ChangeLog.Head head = log.head();
        gone("no-token");
        gone(versions.seal(new ResourceVersion(UUID.randomUUID(), head.pos(), null)));
        gone(versions.seal(new ResourceVersion(head.logId(), head.pos() + 1_000_000, null)));
    }

    @Test
    void aBurstLargerThanTheHubsWindowArrivesWhole() throws Exception {
        int count = 3 * ChangeHub.WINDOW;
        try (Events events = watch("/api/v1/tenants/burst/things", ADMIN, "")) {
            events.bookmark();
            Outbox outbox = CONTEXT.getBean(Outbox.class);
            transaction.executeWithoutResult(status -> {
                for (int i = 1; i <= count; i++) {
                    outbox.append("thing", "b", i, "burst", ChangeType.MODIFIED, Map.of("name", "b", "generation", i));
                }
            });
            for (int i = 1; i <= count; i++) {
                assertThat(events.next().said("/name", "/generation")).isEqualTo("MODIFIED b " + i);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"watch=perhaps,text/event-stream,400", "watch=true,application/json,406", "watch=false,*/*,200"})
    void whatIsNoWatchIsToldSo(String query, String accept, int status) {
        Answer answer = API.get("/api/v1/tenants/odd/things?" + query, ADMIN, "Accept", accept);
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    }

    private static void gone(String version) {
        Answer answer = API.get("/api/v1/tenants/gone/things?watch=true&resourceVersion=" + version, ADMIN);
        assertThat(answer.status()).as(answer.body()).isEqualTo(410);
        assertThat(answer.json()).containsEntry("reason", "RESOURCE_VERSION_GONE");
    }

    private static void create(String things, String name) {
        Answer answer = API.post(things, ADMIN, "{\"name\":\"" + name + "\",\"spec\":{\"size\":1}}");
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
    }

    private static String versionOf(String things) {
        return String.valueOf(API.get(things, ADMIN).json().get("resourceVersion"));
    }

    private static Events watch(String things, String token, String query, String... headers) {
        return Events.open(API.base().resolve(things + "?watch=true" + query), token, headers);
    }
}
