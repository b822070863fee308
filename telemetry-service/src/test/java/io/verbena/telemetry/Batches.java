package io.verbena.telemetry;

import io.verbena.contracts.Resource;
import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.DropReason;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Batches as a NIC sends them: every counter and drop reason that the datapath has. */
public final class Batches {
    public static final Instant START = Instant.parse("2026-11-29T12:00:00Z");

    private Batches() {}

    /** Sampled {@code sequence} seconds after {@link #START}. */
    public static CounterBatch batch(String nic, UUID bootId, long sequence, FunctionCounters... functions) {
        var port = new HashMap<String, Long>();
        for (Counter counter : Counter.values()) {
            port.put(counter.exposedName(), 0L);
        }
        for (DropReason reason : DropReason.values()) {
            port.put("dropped_packets_" + reason.exposedName(), 3L);
        }
        return new CounterBatch(nic, "host-1", bootId, sequence, START.plusSeconds(sequence), port, List.of(functions));
    }

    /** A function each of whose counters stands at {@code value}. */
    public static FunctionCounters function(UUID vfUid, String vf, String tenant, long value) {
        var counters = new HashMap<String, Long>();
        for (Counter counter : Counter.values()) {
            counters.put(counter.exposedName(), value);
        }
        var drops = new HashMap<String, Long>();
        for (DropReason reason : DropReason.values()) {
            drops.put(reason.exposedName(), value);
        }
        return new FunctionCounters(0, 1, vfUid, vf, tenant, counters, drops, amounts(100), amounts(7));
    }

    private static Map<Resource, Long> amounts(long value) {
        return Map.of(
                Resource.QP, value,
                Resource.CQ, value,
                Resource.MR, value,
                Resource.PD, value,
                Resource.REGISTERED_BYTES, value * 4096);
    }
}
