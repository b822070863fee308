package io.verbena.telemetry.series;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What each NIC and function said last, of the partitions that this replica owns. Keyed by the labels of their series, so
 * that no two samples make the same series: a function that comes back under the same name takes the place of the one that
 * was.
 */
public final class Samples {
    /** 300,000 series at most: what one scrape can still carry. */
    static final int MAX_FUNCTIONS = 4096;

    static final int MAX_NICS = 1024;

    private static final Logger log = LoggerFactory.getLogger(Samples.class);

    private final long keepNs;
    private final long silentNs;
    private final LongSupplier nowNs;
    private final Map<FunctionLabels, FunctionSample> functions = new HashMap<>();
    private final Map<String, NicSample> nics = new HashMap<>();
    private long refused;

    /**
     * @param keep how long a function stays that its NIC has no more
     * @param silent how long a NIC may say nothing before all that is known of it is hidden: another replica may have its
     *     partition by then, when it is us who hear of nobody
     * @param nowNs monotonic clock, nanoseconds
     */
    public Samples(Duration keep, Duration silent, LongSupplier nowNs) {
        this.keepNs = keep.toNanos();
        this.silentNs = silent.toNanos();
        this.nowNs = nowNs;
    }

    /**
     * What every series of a function is labelled with.
     *
     * @param pf the NIC and the index of its physical function, {@code nic-a/0}: unique on the host
     */
    record FunctionLabels(String host, String pf, String vf, String tenant) {}

    /** @param partition that its NIC's records come by */
    record FunctionSample(FunctionLabels labels, String nic, int partition, FunctionCounters function, long seenAtNs) {}

    /** @param port counters that belong to no function */
    record NicSample(String nic, String host, int partition, Instant sampledAt, Map<String, Long> port, long seenAtNs) {
        NicSample {
            port = Map.copyOf(port);
        }
    }

    public synchronized void accept(int partition, CounterBatch batch) {
        long now = nowNs.getAsLong();
        forgetOld(now);
        if (nics.size() >= MAX_NICS && !nics.containsKey(batch.nic())) {
            refuse(batch.nic(), MAX_NICS + " NICs");
            return;
        }
        nics.put(
                batch.nic(), new NicSample(batch.nic(), batch.host(), partition, batch.sampledAt(), batch.port(), now));
        for (FunctionCounters function : batch.functions()) {
            var labels = new FunctionLabels(
                    batch.host(), batch.nic() + "/" + function.pf(), function.vf(), function.tenant());
            if (functions.size() >= MAX_FUNCTIONS && !functions.containsKey(labels)) {
                refuse(batch.nic(), MAX_FUNCTIONS + " functions");
                continue;
            }
            functions.put(labels, new FunctionSample(labels, batch.nic(), partition, function, now));
        }
    }

    /** Forgets what came by partitions that another replica exposes from now on. */
    public synchronized void drop(Set<Integer> partitions) {
        functions.values().removeIf(sample -> partitions.contains(sample.partition()));
        nics.values().removeIf(sample -> partitions.contains(sample.partition()));
    }

    synchronized List<FunctionSample> functions() {
        forgetOld(nowNs.getAsLong());
        return List.copyOf(functions.values());
    }

    synchronized List<NicSample> nics() {
        forgetOld(nowNs.getAsLong());
        return List.copyOf(nics.values());
    }

    /** Samples that found no room. */
    synchronized long refused() {
        return refused;
    }

    private void refuse(String nic, String limit) {
        if (refused++ == 0) {
            log.warn("no room for a sample of {} beside {}; further ones are only counted", nic, limit);
        }
    }

    private void forgetOld(long now) {
        nics.values().removeIf(sample -> now - sample.seenAtNs() > silentNs);
        functions.values().removeIf(sample -> now - sample.seenAtNs() > keepNs || !nics.containsKey(sample.nic()));
    }
}
