package io.verbena.kit.watch;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.verbena.kit.changelog.ChangeLog;
import io.verbena.kit.changelog.Loop;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import tools.jackson.databind.json.JsonMapper;

/** Opens streams and counts them. */
final class Watches {
    /** Of ten connections that a service has: clients that come back all at once leave the rest to requests. */
    private static final int LOG_READERS = 2;

    private final ChangeLog changes;
    private final ChangeHub hub;
    private final Loop hubLoop;
    private final ResourceVersions versions;
    private final JsonMapper json;
    private final WatchProperties properties;
    private final MeterRegistry meters;
    private final OpenStreams open;
    private final Semaphore logReaders = new Semaphore(LOG_READERS, true);

    Watches(
            ChangeLog changes,
            ChangeHub hub,
            Loop hubLoop,
            ResourceVersions versions,
            JsonMapper json,
            WatchProperties properties,
            MeterRegistry meters) {
        this.changes = changes;
        this.hub = hub;
        this.hubLoop = hubLoop;
        this.versions = versions;
        this.json = json;
        this.properties = properties;
        this.meters = meters;
        this.open = new OpenStreams(properties.streams(), properties.streamsPerCaller());
        Gauge.builder("vnic.watch.streams", open, OpenStreams::count)
                .description("Watches that are open at this replica")
                .register(meters);
        for (StreamEnd end : StreamEnd.values()) {
            ended(end);
        }
    }

    /**
     * Answers a request with a stream, and comes back when it has ended.
     *
     * @param version where to begin; null: now
     */
    void serve(
            HttpServletRequest request,
            HttpServletResponse response,
            @Nullable String version,
            WatchedObjects watched) {
        if (!(SecurityContextHolder.getContext().getAuthentication() instanceof JwtAuthenticationToken token)) {
            throw new IllegalStateException("a watch of nobody");
        }
        try (var _ = open.open(token.getName())) {
            ResourceVersion at = version == null ? versions.now() : versions.open(version);
            response.setContentType(MediaType.TEXT_EVENT_STREAM_VALUE);
            response.setHeader(HttpHeaders.CACHE_CONTROL, "no-store");
            // What some proxies would collect until there is more of it.
            response.setHeader("X-Accel-Buffering", "no");
            if (request.getMethod().equals(HttpMethod.GET.name())) {
                ended(stream(response, watched, token.getToken().getExpiresAt(), at))
                        .increment();
            }
        }
    }

    private StreamEnd stream(
            HttpServletResponse response, WatchedObjects watched, @Nullable Instant tokenEnd, ResourceVersion at) {
        EventWriter out;
        try {
            out = new EventWriter(response.getOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException("opening a stream", e);
        }
        hub.join();
        try {
            hubLoop.wake();
            return new WatchStream(changes, hub, versions, logReaders, json, properties, watched, out, tokenEnd, at)
                    .run();
        } finally {
            hub.leave();
        }
    }

    private Counter ended(StreamEnd end) {
        return Counter.builder("vnic.watch.streams.ended")
                .description("Watches that have ended, by reason")
                .tag("reason", end.name().toLowerCase(Locale.ROOT))
                .register(meters);
    }
}
