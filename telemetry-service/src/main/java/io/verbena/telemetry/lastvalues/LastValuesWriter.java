package io.verbena.telemetry.lastvalues;

import io.verbena.telemetry.lastvalues.LastValues.NicValues;
import java.util.ArrayList;
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
    private static final int MAX_NICS = 1024;
    /** Of one statement, so that a backlog does not become one huge text. */
    private static final int NICS_PER_WRITE = 32;

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LastValues values;
    private final LongSupplier nowNs;
    private final Map<String, NicValues> waiting = new LinkedHashMap<>();
    private long waitingSinceNs;
    private boolean away;

    /** @param nowNs monotonic clock, nanoseconds */
    LastValuesWriter(LastValues values, LongSupplier nowNs) {
        this.values = values;
        this.nowNs = nowNs;
    }

    /** Takes a batch; those of one NIC come in order. */
    public synchronized void accept(NicValues nic) {
        if (waiting.isEmpty()) {
            waitingSinceNs = nowNs.getAsLong();
        }
        if (waiting.size() < MAX_NICS || waiting.containsKey(nic.batch().nic())) {
            waiting.put(nic.batch().nic(), nic);
        }
    }

    /** How long the oldest value waits that is not written. */
    synchronized double lagSeconds() {
        return waiting.isEmpty() ? 0 : (nowNs.getAsLong() - waitingSinceNs) / NANOS_PER_SECOND;
    }

    @Scheduled(fixedDelay = EVERY_MS)
    void write() {
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
            written(part);
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
        return new ArrayList<>(waiting.values());
    }

    private synchronized void written(List<NicValues> part) {
        // Not what came meanwhile.
        part.forEach(nic -> waiting.remove(nic.batch().nic(), nic));
        waitingSinceNs = nowNs.getAsLong();
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
