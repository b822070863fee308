package io.verbena.ctl;

import io.verbena.ctl.EventStream.Event;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Follows a list: its objects, then what becomes of them, each change once. A stream that ends is opened again from its last
 * event; where the service's log does not go on from there, the list is read anew and held against what was known.
 */
final class WatchedList {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);
    private static final int UNAUTHENTICATED = 401;
    private static final int GONE = 410;

    private final Api api;
    private final URI list;
    private final URI watched;
    private final Changes changes;
    private final Consumer<String> warnings;
    private final Map<String, JsonNode> known = new LinkedHashMap<>();
    private @Nullable String version;
    private Duration pause = FIRST_PAUSE;

    /** Gets what has changed; first all that is there, as ADDED. What fails here is told again. */
    @FunctionalInterface
    interface Changes {
        void accept(List<Change> changes) throws Failure;
    }

    /** @param type ADDED, MODIFIED or DELETED */
    record Change(String type, JsonNode object) {}

    /**
     * @param watched where its changes are told; another place than the list if that is of the same log
     * @param warnings gets sentences about streams that ended
     */
    WatchedList(Api api, URI list, URI watched, Changes changes, Consumer<String> warnings) {
        this.api = api;
        this.list = list;
        this.watched = watched;
        this.changes = changes;
        this.warnings = warnings;
    }

    /** Until the thread is interrupted, or a service refuses the list. */
    void follow() throws Failure {
        String from = list();
        try {
            while (true) {
                try {
                    if (from == null) {
                        from = list();
                    }
                    stream(from);
                } catch (Failure e) {
                    recover(e);
                } catch (IOException e) {
                    rest(e.getMessage());
                }
                from = version;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Reads all, and tells what is not as it was. */
    private String list() throws Failure {
        Api.Listed listed = api.listed(list);
        Map<String, JsonNode> left = new LinkedHashMap<>(known);
        List<Change> found = new ArrayList<>();
        for (JsonNode item : listed.items()) {
            JsonNode before = left.remove(idOf(item));
            if (!item.equals(before)) {
                found.add(new Change(before == null ? "ADDED" : "MODIFIED", item));
            }
        }
        left.values().forEach(item -> found.add(new Change("DELETED", item)));
        tell(found);
        version = listed.version();
        return listed.version();
    }

    private void stream(String from) throws Failure, IOException, InterruptedException {
        try (EventStream events = api.watch(watched, from)) {
            while (true) {
                Event event = events.next();
                switch (event.name()) {
                    case "ERROR" ->
                        throw Failure.refused(event.data().path("status").asInt(), event.data(), "the watch");
                    case "BOOKMARK" -> {}
                    default -> tell(List.of(new Change(event.name(), event.data())));
                }
                version = event.id();
                pause = FIRST_PAUSE;
            }
        }
    }

    private void tell(List<Change> found) throws Failure {
        changes.accept(found);
        for (Change change : found) {
            if (change.type().equals("DELETED")) {
                known.remove(idOf(change.object()));
            } else {
                known.put(idOf(change.object()), change.object());
            }
        }
    }

    private void recover(Failure failure) throws Failure, InterruptedException {
        if (failure.status() == GONE) {
            version = null;
        } else if (failure.status() == UNAUTHENTICATED && api.forgetToken()) {
            rest("the token has expired");
        } else if (failure.exitCode() == ExitCodes.UNREACHED) {
            rest(failure.getMessage());
        } else {
            throw failure;
        }
    }

    private void rest(@Nullable String reason) throws InterruptedException {
        warnings.accept(reason + "; going on");
        Thread.sleep(pause);
        pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
    }

    private static String idOf(JsonNode item) {
        return item.at("/metadata/name").asString(item.path("operationId").asString(""));
    }
}
