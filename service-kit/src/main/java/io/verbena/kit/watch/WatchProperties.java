package io.verbena.kit.watch;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * {@code verbena.watch.*}.
 *
 * @param streams how many may be open at a replica: each costs a connection and some ten kilobytes
 * @param streamsPerCaller how many of those one caller may have, so that a client in a loop does not take all
 * @param bookmark how often a stream says that it lives, and how far it is
 * @param patience how long a client may be behind before its stream is ended
 */
@ConfigurationProperties("verbena.watch")
record WatchProperties(
        @DefaultValue("1000") int streams,
        @DefaultValue("50") int streamsPerCaller,
        @DefaultValue("15s") Duration bookmark,
        @DefaultValue("30s") Duration patience) {
    WatchProperties {
        positive("streams", streams > 0, streams);
        positive("streams-per-caller", streamsPerCaller > 0, streamsPerCaller);
        positive("bookmark", bookmark.isPositive(), bookmark);
        positive("patience", patience.isPositive(), patience);
    }

    private static void positive(String name, boolean holds, Object value) {
        if (!holds) {
            throw new IllegalArgumentException("verbena.watch." + name + " must be positive: " + value);
        }
    }
}
