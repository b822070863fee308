package io.verbena.telemetry.series;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * What each NIC and function said last. Keyed by the labels of their series, so that no two samples make the same series:
 * a function that comes back under the same name takes the place of the one that was.
 */
public final class Samples {
    /** 300,000 series at most: what one scrape can still carry. */
    static final int MAX_FUNCTIONS = 4096;

    private final long keepNs;
    private final LongSupplier nowNs;
    private final Map<FunctionLabels, FunctionSample> functions = new HashMap<>();
    private final Map<String, NicSample> nics = new HashMap<>();
    private long refused;

    /**
     * @param keep how long a sample stays that is not renewed
     * @param nowNs monotonic clock, nanoseconds
     */
    public Samples(Duration keep, LongSupplier nowNs) {
        this.keepNs = keep.toNanos();
        this.nowNs = nowNs;
    }

    /**
     * What every series of a function is labelled with.
     *
     * @param pf the NIC and the index of its physical function, {@code nic-a/0}: unique on the host
     */
    public record FunctionLabels(String host, String pf, String vf, String tenant) {}

    /** @param ratesPerSecond by counter's name; empty while there is only one sample */
    public record FunctionSample(
            FunctionLabels labels,
            String nic,
            UUID bootId,
            Instant sampledAt,
            FunctionCounters function,
            Map<String, Double> ratesPerSecond,
            long seenAtNs) {
        public FunctionSample {
            ratesPerSecond = Map.copyOf(ratesPerSecond);
        }
    }

    /** @param port counters that belong to no function */
    public record NicSample(
            String nic, String host, UUID bootId, Instant sampledAt, Map<String, Long> port, long seenAtNs) {
        public NicSample {
            port = Map.copyOf(port);
        }
    }

    /** @param rates per second since the batch before, by {@code vfUid} and counter's name */
    public synchronized void accept(CounterBatch batch, Map<UUID, Map<String, Double>> rates) {
        long now = nowNs.getAsLong();
        forgetOld(now);
        nics.put(
                batch.nic(),
                new NicSample(batch.nic(), batch.host(), batch.bootId(), batch.sampledAt(), batch.port(), now));
        for (FunctionCounters function : batch.functions()) {
            var labels = new FunctionLabels(
                    batch.host(), batch.nic() + "/" + function.pf(), function.vf(), function.tenant());
            if (functions.size() >= MAX_FUNCTIONS && !functions.containsKey(labels)) {
                refused++;
                continue;
            }
            functions.put(
                    labels,
                    new FunctionSample(
                            labels,
                            batch.nic(),
                            batch.bootId(),
                            batch.sampledAt(),
                            function,
                            rates.getOrDefault(function.vfUid(), Map.of()),
                            now));
        }
    }

    public synchronized List<FunctionSample> functions() {
        forgetOld(nowNs.getAsLong());
        return List.copyOf(functions.values());
    }

    public synchronized List<NicSample> nics() {
        forgetOld(nowNs.getAsLong());
        return List.copyOf(nics.values());
    }

    /** Samples that found no room. */
    synchronized long refused() {
        return refused;
    }

    /** The newest of this name; a VF that moves has the old place beside the new one for a while. */
    public Optional<FunctionSample> function(String tenant, String vf) {
        return functions().stream()
                .filter(sample -> sample.labels().tenant().equals(tenant)
                        && sample.labels().vf().equals(vf))
                .max((left, right) -> Long.signum(left.seenAtNs() - right.seenAtNs()));
    }

    public Optional<NicSample> nic(String nic) {
        return nics().stream().filter(sample -> sample.nic().equals(nic)).findFirst();
    }

    private void forgetOld(long now) {
        functions.values().removeIf(sample -> now - sample.seenAtNs() > keepNs);
        nics.values().removeIf(sample -> now - sample.seenAtNs() > keepNs);
    }
}
