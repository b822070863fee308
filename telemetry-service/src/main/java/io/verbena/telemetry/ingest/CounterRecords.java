package io.verbena.telemetry.ingest;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.contracts.telemetry.FunctionCounters;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads one Kafka record. What it gives can become labels and numbers without a further look. */
final class CounterRecords {
    private static final int MAX_FUNCTIONS = 4096;
    private static final int MAX_NAMES = 256;

    /** A label's value: names as the API takes them, host names, and what stands in for them in tests. */
    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9][-A-Za-z0-9._:]{0,127}");

    /** What the database and milliseconds can hold; a clock that was never set is within. */
    private static final Instant EARLIEST = Instant.EPOCH;

    private static final Instant LATEST = Instant.parse("9999-01-01T00:00:00Z");

    private static final Pattern COUNTER = Pattern.compile("[a-z][a-z0-9_]{0,63}");

    private final JsonMapper json;

    /** @param json the tolerant mapper: a newer NIC may send more than we know */
    CounterRecords(JsonMapper json) {
        this.json = json;
    }

    /** What a record was. */
    sealed interface Read {
        record Batch(CounterBatch batch) implements Read {}

        /** @param reason one of few, without values, so that it can be logged once */
        record Malformed(String reason) implements Read {}
    }

    Read read(@Nullable String key, byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return new Read.Malformed("empty record");
        }
        CounterBatch batch;
        try {
            batch = json.readValue(value, CounterBatch.class);
        } catch (JacksonException e) {
            return new Read.Malformed("no counters batch: " + e.getClass().getSimpleName() + " at '" + pathOf(e) + "'");
        }
        String reason = batch == null ? "no counters batch: null" : reasonAgainst(key, batch);
        return reason == null ? new Read.Batch(batch) : new Read.Malformed(reason);
    }

    /** Names only: an index would make each record's reason its own. */
    private static String pathOf(JacksonException e) {
        var path = new StringBuilder();
        for (var step : e.getPath()) {
            path.append('/').append(Objects.requireNonNullElse(step.getPropertyName(), "*"));
        }
        return path.toString();
    }

    private static @Nullable String reasonAgainst(@Nullable String key, CounterBatch batch) {
        if (batch.bootId() == null || batch.sampledAt() == null || batch.sequence() < 1) {
            return "bootId, sampledAt or sequence is missing";
        }
        if (batch.sampledAt().isBefore(EARLIEST) || batch.sampledAt().isAfter(LATEST)) {
            return "sampledAt is out of any clock's range";
        }
        if (!isLabel(batch.nic()) || !isLabel(batch.host())) {
            return "nic or host is no name";
        }
        if (!batch.nic().equals(key)) {
            return "the record's key is not the NIC's name";
        }
        if (batch.functions().size() > MAX_FUNCTIONS) {
            return "more than " + MAX_FUNCTIONS + " functions";
        }
        if (!areCounts(batch.port(), COUNTER)) {
            return "a counter of the port has no name or is negative";
        }
        for (FunctionCounters function : batch.functions()) {
            String reason = reasonAgainst(function);
            if (reason != null) {
                return reason;
            }
        }
        return null;
    }

    private static @Nullable String reasonAgainst(@Nullable FunctionCounters function) {
        if (function == null || function.vfUid() == null || function.pf() < 0 || function.index() < 0) {
            return "vfUid, pf or index of a function is missing";
        }
        if (!isLabel(function.vf()) || !isLabel(function.tenant())) {
            return "vf or tenant of a function is no name";
        }
        boolean counts = areCounts(function.counters(), COUNTER)
                && areCounts(function.drops(), COUNTER)
                && function.limits().values().stream().allMatch(limit -> limit >= 0)
                && function.used().values().stream().allMatch(used -> used >= 0);
        return counts ? null : "a counter of a function has no name or is negative";
    }

    private static boolean areCounts(Map<String, Long> counts, Pattern name) {
        return counts.size() <= MAX_NAMES
                && counts.entrySet().stream()
                        .allMatch(count -> name.matcher(count.getKey()).matches() && count.getValue() >= 0);
    }

    static boolean isLabel(@Nullable String text) {
        return text != null && LABEL.matcher(text).matches();
    }
}
