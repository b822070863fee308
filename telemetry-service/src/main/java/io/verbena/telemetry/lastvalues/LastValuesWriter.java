package io.verbena.telemetry.lastvalues;

import io.verbena.telemetry.lastvalues.LastValues.NicValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;

/**
 * Writes what came since it wrote last, once a second. While the database is away only the newest of each NIC waits, so that
 * catching up is one write, however long it was away.
 */
public final class LastValuesWriter {
    private static final Logger log = LoggerFactory.getLogger(LastValuesWriter.class);

    private static final int EVERY_MS = 1_000;
    private static final int FORGET_EVERY_MS = 600_000;
    static final int MAX_NICS = 1024;
    /** Of one statement, so that a backlog does not become one huge text. */
    private static final int NICS_PER_WRITE = 32;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LastValues values;
    private final LongSupplier nowNs;
    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    private long refused;
    private volatile boolean away;

    /** @param sinceNs when the first of the values came that are not written; the newest stands for all of them */
    private record Waiting(NicValues values, long sinceNs) {}

    /** @param nowNs monotonic clock, nanoseconds */
    LastValuesWriter(LastValues values, LongSupplier nowNs) {
        this.values = values;
        this.nowNs = nowNs;
    }

    /** Takes a batch; those of one NIC come in order. */
    public synchronized void accept(NicValues nic) {
        String name = nic.batch().nic();
        Waiting before = waiting.get(name);
        if (before == null && waiting.size() >= MAX_NICS) {
            if (refused++ == 0) {
                log.warn(
                        "no room for last values of {} beside those of {} NICs; further ones are only counted",
                        name,
                        MAX_NICS);
            }
            return;
        }
        waiting.put(name, new Waiting(nic, before == null ? nowNs.getAsLong() : before.sinceNs()));
    }

    /** How long the oldest value waits that is not written. */
    synchronized double lagSeconds() {
        long now = nowNs.getAsLong();
        return waiting.values().stream()
                        .mapToLong(each -> now - each.sinceNs())
                        .max()
                        .orElse(0)
                / NANOS_PER_SECOND;
    }

    /** Values that found no room. */
    synchronized long refused() {
        return refused;
    }

    /** What waits is written, unless the database is away: then waiting for it would only delay the end. */
    void close() {
        if (!away) {
            write();
        }
    }

    @Scheduled(fixedDelay = EVERY_MS)
    void write() {
        long began = nowNs.getAsLong();
        List<NicValues> batch = newest();
        for (int from = 0; from < batch.size(); from += NICS_PER_WRITE) {
            List<NicValues> part = batch.subList(from, Math.min(from + NICS_PER_WRITE, batch.size()));
            try {
                values.write(part);
            } catch (DataIntegrityViolationException e) {
                // It would be refused again; the next batch of each NIC comes within a second.
                log.warn("last values of {} NICs were refused and are passed over: {}", part.size(), e.getMessage());
            } catch (DataAccessException | TransactionException e) {
                failed(e);
                return;
            }
            written(part, began);
        }
    }

    @Scheduled(initialDelay = FORGET_EVERY_MS, fixedDelay = FORGET_EVERY_MS)
    void forget() {
        try {
            int forgotten = values.forget();
            if (forgotten > 0) {
                log.info("forgot the last values of {} NICs that are silent", forgotten);
            }
        } catch (DataAccessException | TransactionException e) {
            log.warn("forgetting silent NICs failed, will be tried again: {}", e.getMessage());
        }
    }

    private synchronized List<NicValues> newest() {
        return waiting.values().stream().map(Waiting::values).toList();
    }

    private synchronized void written(List<NicValues> part, long beganNs) {
        for (NicValues nic : part) {
            // What came meanwhile goes on waiting, since then.
            waiting.computeIfPresent(
                    nic.batch().nic(), (name, now) -> now.values() == nic ? null : new Waiting(now.values(), beganNs));
        }
        if (away) {
            away = false;
            log.info("the database takes last values again");
        }
    }

    private void failed(RuntimeException e) {
        if (!away) {
            away = true;
            log.warn("the database takes no last values, trying on; series go on: {}", e.getMessage());
        }
    }
}
