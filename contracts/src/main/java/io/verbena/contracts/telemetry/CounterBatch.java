package io.verbena.contracts.telemetry;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * All counters of a NIC at one moment, published once a second.
 *
 * @param sequence from 1 in each boot; a gap is a lost batch, which costs resolution and nothing else, as counters only grow
 * @param port counters that belong to no function, by name
 */
public record CounterBatch(
        String nic,
        String host,
        UUID bootId,
        long sequence,
        Instant sampledAt,
        Map<String, Long> port,
        List<FunctionCounters> functions) {
    public CounterBatch {
        port = Map.copyOf(port);
        functions = List.copyOf(functions);
    }
}
