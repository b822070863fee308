package io.verbena.kit.watch;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.kit.sample.Api;
import io.verbena.kit.sample.Running;
import io.verbena.kit.sample.SampleService;
import io.verbena.testkit.Events;
import io.verbena.testkit.Events.Event;
import io.verbena.testkit.Kafka;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** Streams of a second replica, which comes and goes, of what the first one writes. */
class WatchReplicaIT {
    private static final String ADMIN = TOKENS.platformAdmin();

    @Test
    void overARestartNothingIsLostAndNothingComesTwice() throws Exception {
        String things = "/api/v1/tenants/restart/things";
        var written = new AtomicBoolean();
        var seen = new ArrayList<String>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor();
                AutoCloseable _ = () -> written.set(true)) {
            String version;
            Future<List<String>> writer;
            ConfigurableApplicationContext replica = start(Map.of());
            try (replica;
                    Events events = watch(replica, things, "")) {
                version = events.bookmark().id();
                writer = threads.submit(() -> write(things, written));
                for (int i = 0; i < 50; i++) {
                    version = take(events.next(), seen, version);
                }
                replica.close();
                for (Event event = events.next(); !event.name().equals("END"); event = events.next()) {
                    version = take(event, seen, version);
                }
            }
            try (var second = start(Map.of());
                    Events events = watch(second, things, "&resourceVersion=" + version)) {
                written.set(true);
                List<String> expected = writer.get(30, TimeUnit.SECONDS);
                while (seen.size() < expected.size()) {
                    take(events.next(), seen, version);
                }
                assertThat(seen).isEqualTo(expected);
            }
        }
    }

    /** One object after the other, so that there is one right order. */
    private static List<String> write(String things, AtomicBoolean enough) {
        var written = new ArrayList<String>();
        for (int i = 0; !enough.get(); i++) {
            String name = "r-" + i;
            API.post(things, ADMIN, "{\"name\":\"" + name + "\",\"spec\":{\"size\":1}}");
            written.add("ADDED " + name + " 1");
            API.send("PUT", things + "/" + name, ADMIN, "{\"size\":2}", "If-Match", "*");
            written.add("MODIFIED " + name + " 2");
        }
        return written;
    }

    private static String take(Event event, List<String> seen, String version) {
        if (event.name().equals("ERROR")) {
            assertThat(event.said("/reason")).isEqualTo("ERROR UNAVAILABLE");
            return version;
        }
        seen.add(event.said("/name", "/generation"));
        return event.id();
    }

    @Test
    void aCallerMayHaveSoManyStreamsAndThoseThatAreClosedCountNoMore() throws Exception {
        try (var replica = start(Map.of("verbena.watch.streams-per-caller", 2, "verbena.watch.bookmark", "200ms"))) {
            String things = "/api/v1/tenants/many/things";
            try (Events first = watch(replica, things, "");
                    Events second = watch(replica, things, "")) {
                first.bookmark();
                second.bookmark();
                Api.Answer third = Api.at(Running.port(replica)).get(things + "?watch=true", ADMIN);
                assertThat(third.status()).isEqualTo(429);
                assertThat(third.json()).containsEntry("reason", "TOO_MANY_STREAMS");
                assertThat(third.header("Retry-After")).isNotNull();
            }
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> replica.getBean(MeterRegistry.class)
                                    .get("vnic.watch.streams")
                                    .gauge()
                                    .value()
                            == 0);
            try (Events again = watch(replica, things, "")) {
                again.bookmark();
            }
        }
    }

    private static Events watch(ConfigurableApplicationContext replica, String things, String query) {
        Api api = Api.at(Running.port(replica));
        return Events.open(api.base().resolve(things + "?watch=true" + query), ADMIN);
    }

    private static ConfigurableApplicationContext start(Map<String, Object> more) {
        var properties =
                SampleService.properties(Running.DATABASE, Kafka.shared().bootstrap(), TOKENS.issuer());
        properties.putAll(more);
        return SampleService.start(properties);
    }
}
