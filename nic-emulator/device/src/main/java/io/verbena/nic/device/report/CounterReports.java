package io.verbena.nic.device.report;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import io.verbena.nic.datapath.admin.AdminResult.CountersRead;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.CounterSnapshot;
import io.verbena.nic.datapath.observe.DropReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Counters of a NIC, told to telemetry and to who asks. Thread-safe. */
public final class CounterReports {
    private static final String DROP_PREFIX = "dropped_packets_";

    private final NicIdentity identity;
    private final Supplier<Map<String, Long>> shellCounts;
    private final AtomicLong sequence = new AtomicLong();

    /** @param shellCounts what port, owner and publisher count beside the NIC */
    public CounterReports(NicIdentity identity, Supplier<Map<String, Long>> shellCounts) {
        this.identity = identity;
        this.shellCounts = shellCounts;
    }

    /** The next batch of this boot's sequence. */
    public CounterBatch next(CountersRead read, Instant sampledAt) {
        return batch(read, sampledAt, sequence.incrementAndGet());
    }

    /** The same outside of the sequence, for a reader who asks. */
    public CounterBatch look(CountersRead read, Instant sampledAt) {
        return batch(read, sampledAt, sequence.get());
    }

    private CounterBatch batch(CountersRead read, Instant sampledAt, long number) {
        Map<String, Long> port = new HashMap<>(counts(read.port()));
        drops(read.port()).forEach((reason, count) -> port.put(DROP_PREFIX + reason, count));
        port.putAll(shellCounts.get());
        List<FunctionCounters> functions = new ArrayList<>();
        for (var each : read.functions()) {
            FunctionStatus status = each.status();
            FunctionSpec spec = status.spec();
            UUID vfUid = status.vfUid();
            if (spec != null && vfUid != null) {
                functions.add(new FunctionCounters(
                        status.pf(),
                        status.index(),
                        vfUid,
                        spec.vf(),
                        spec.tenant(),
                        counts(each.counters()),
                        drops(each.counters()),
                        FunctionReports.limits(spec.limits()),
                        FunctionReports.used(status)));
            }
        }
        return new CounterBatch(identity.nic(), identity.host(), identity.bootId(), number, sampledAt, port, functions);
    }

    private static Map<String, Long> counts(CounterSnapshot snapshot) {
        Map<String, Long> named = new HashMap<>();
        for (Counter counter : Counter.values()) {
            named.put(counter.exposedName(), snapshot.count(counter));
        }
        return named;
    }

    private static Map<String, Long> drops(CounterSnapshot snapshot) {
        Map<String, Long> named = new HashMap<>();
        for (DropReason reason : DropReason.values()) {
            named.put(reason.exposedName(), snapshot.dropped(reason));
        }
        return named;
    }
}
