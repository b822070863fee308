package io.verbena.tls;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What files say, read again when they have changed. It goes by their text: a mount may swap links, and times of
 * modification may go back. A bad change is told once, and the last good value stays.
 */
final class Followed<T> {
    private static final Logger log = LoggerFactory.getLogger(Followed.class);

    private final Supplier<String> text;
    private final Supplier<T> parser;
    private final Function<T, String> describe;
    private final List<Consumer<T>> listeners = new CopyOnWriteArrayList<>();
    private volatile T value;
    private String taken;
    private String complaint = "";

    /** @throws TlsException when the first value is bad */
    Followed(Supplier<String> text, Supplier<T> parser, Function<T, String> describe) {
        this.text = text;
        this.parser = parser;
        this.describe = describe;
        this.taken = text.get();
        this.value = parser.get();
    }

    T value() {
        return value;
    }

    void tell() {
        log.info("TLS: {}", describe.apply(value));
    }

    void onChange(Consumer<T> listener) {
        listeners.add(listener);
    }

    synchronized void refresh() {
        try {
            String now = text.get();
            if (now.equals(taken)) {
                complaint = "";
                return;
            }
            T fresh = parser.get();
            value = fresh;
            taken = now;
            complaint = "";
            log.info("TLS: the files have changed: {}", describe.apply(fresh));
            listeners.forEach(listener -> listener.accept(fresh));
        } catch (RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            if (!reason.equals(complaint)) {
                complaint = reason;
                log.warn("TLS: the files have changed, and what was there before stays in use: {}", reason);
            }
        }
    }
}
