package io.verbena.kit.watch;

import io.verbena.kit.changelog.ChangeLog;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import tools.jackson.databind.json.JsonMapper;

/**
 * One client's stream, written by the thread of its request. It is at one place in the log and passes each change once:
 * those of the hub, or, while it is behind those or has changes to leave out, of the log itself.
 */
final class WatchStream {
    private static final Logger log = LoggerFactory.getLogger(WatchStream.class);

    private final ChangeLog changes;
    private final ChangeHub hub;
    private final ResourceVersions versions;
    private final Semaphore logReaders;
    private final JsonMapper json;
    private final WatchProperties properties;
    private final WatchedObjects watched;
    private final EventWriter out;
    private final @Nullable Instant tokenEnd;
    private ResourceVersion at;

    /**
     * @param logReaders how many streams may read the log itself at a time
     * @param tokenEnd when the caller's token expires; null: never
     */
    WatchStream(
            ChangeLog changes,
            ChangeHub hub,
            ResourceVersions versions,
            Semaphore logReaders,
            JsonMapper json,
            WatchProperties properties,
            WatchedObjects watched,
            EventWriter out,
            @Nullable Instant tokenEnd,
            ResourceVersion at) {
        this.changes = changes;
        this.hub = hub;
        this.versions = versions;
        this.logReaders = logReaders;
        this.json = json;
        this.properties = properties;
        this.watched = watched;
        this.out = out;
        this.tokenEnd = tokenEnd;
        this.at = at;
    }

    /** Until the client leaves, or is told why not. */
    StreamEnd run() {
        try {
            StreamEnd end = follow();
            out.event("ERROR", json.writeValueAsString(end.problem().members()));
            out.flush();
            return end;
        } catch (IOException e) {
            return StreamEnd.CLIENT_GONE;
        }
    }

    private StreamEnd follow() throws IOException {
        try {
            return followOn();
        } catch (DataAccessException e) {
            log.warn("a watch of {} ends, as the log cannot be read: {}", watched.objectType(), e.toString());
            return StreamEnd.FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return StreamEnd.STOPPING;
        }
    }

    private StreamEnd followOn() throws IOException, InterruptedException {
        bookmark();
        long caughtUpNs = System.nanoTime();
        long bookmarkedNs = caughtUpNs;
        while (true) {
            long nowNs = System.nanoTime();
            if (nowNs - bookmarkedNs >= properties.bookmark().toNanos()) {
                bookmark();
                bookmarkedNs = nowNs;
            }
            Duration valid = tokenEnd == null ? properties.bookmark() : Duration.between(Instant.now(), tokenEnd);
            if (!valid.isPositive()) {
                return StreamEnd.TOKEN_EXPIRED;
            }
            if (hub.stopping()) {
                return StreamEnd.STOPPING;
            }
            long pauseNs = bookmarkedNs + properties.bookmark().toNanos() - nowNs;
            Duration pause = Duration.ofNanos(Math.min(pauseNs, valid.toNanos()));
            ChangeHub.Recent recent = hub.await(at, pause);
            nowNs = System.nanoTime();
            if (hadAll(recent)) {
                caughtUpNs = nowNs;
            }
            switch (recent) {
                case ChangeHub.Recent.Nothing() -> {}
                case ChangeHub.Recent.Elsewhere() -> {
                    return StreamEnd.VERSION_GONE;
                }
                case ChangeHub.Recent.News news
                when at.shown() == null ->
                    pass(news.changes().stream()
                            .map(change -> new ChangeLog.Compared(change, false))
                            .toList());
                case ChangeHub.Recent.News _, ChangeHub.Recent.Behind _ -> {
                    if (nowNs - caughtUpNs > properties.patience().toNanos()) {
                        return StreamEnd.TOO_SLOW;
                    }
                    List<ChangeLog.Compared> next = read();
                    if (next.isEmpty() || next.getFirst().change().pos() != at.pos() + 1) {
                        return StreamEnd.VERSION_GONE;
                    }
                    pass(next);
                }
            }
        }
    }

    /** Whether the client has been sent everything until now, or is about to be. */
    private static boolean hadAll(ChangeHub.Recent recent) {
        return switch (recent) {
            case ChangeHub.Recent.Nothing() -> true;
            case ChangeHub.Recent.News(var news, var waited) -> waited || news.size() < ChangeHub.BATCH;
            case ChangeHub.Recent.Behind(var waited) -> waited;
            case ChangeHub.Recent.Elsewhere() -> false;
        };
    }

    private List<ChangeLog.Compared> read() throws InterruptedException {
        logReaders.acquire();
        try {
            ResourceVersion.Shown shown = at.shown();
            return shown == null
                    ? changes.after(at.pos(), ChangeHub.BATCH).stream()
                            .map(change -> new ChangeLog.Compared(change, false))
                            .toList()
                    : changes.after(at.pos(), ChangeHub.BATCH, shown.snapshot());
        } finally {
            logReaders.release();
        }
    }

    private void pass(List<ChangeLog.Compared> next) throws IOException {
        for (ChangeLog.Compared each : next) {
            at = at.passed(each);
            Optional<WatchEvent> event = each.shown() ? Optional.empty() : watched.eventOf(each.change());
            if (event.isPresent()) {
                out.event(
                        versions.seal(at),
                        event.get().type().name(),
                        event.get().body());
            }
        }
        out.flush();
    }

    private void bookmark() throws IOException {
        String version = versions.seal(at);
        out.event(version, "BOOKMARK", "{\"resourceVersion\":\"" + version + "\"}");
        out.flush();
    }
}
