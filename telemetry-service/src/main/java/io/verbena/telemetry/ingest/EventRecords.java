package io.verbena.telemetry.ingest;

import io.verbena.contracts.Resource;
import io.verbena.contracts.telemetry.NicEventMessage;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads one Kafka record of {@code verbena.nic-events.v1}. What it gives can become labels without a further look. */
final class EventRecords {
    private static final String LIMIT_REFUSED = "limit_refused";

    /** Whose limit it was: the function's own, or the whole device's. */
    private static final Set<String> SCOPES = Set.of("function", "device");

    private final JsonMapper json;

    /** @param json the tolerant mapper: a newer NIC may send more than we know */
    EventRecords(JsonMapper json) {
        this.json = json;
    }

    /** What a record was. */
    sealed interface Read {
        /** @param tenant empty when the NIC knew none any more */
        record Denial(NicEventMessage event, String tenant, String scope, Resource resource) implements Read {}

        /** Nothing to count: the NIC's counters have it. */
        record Other(NicEventMessage event) implements Read {}

        /** @param reason one of few, without values, so that it can be logged once */
        record Malformed(String reason) implements Read {}
    }

    Read read(@Nullable String key, byte @Nullable [] value) {
        if (value == null || value.length == 0) {
            return new Read.Malformed("empty record");
        }
        NicEventMessage event;
        try {
            event = json.readValue(value, NicEventMessage.class);
        } catch (JacksonException e) {
            return new Read.Malformed("no event: " + e.getClass().getSimpleName());
        }
        if (event == null || event.bootId() == null || event.sequence() < 1 || event.type() == null) {
            return new Read.Malformed("bootId, sequence or type of an event is missing");
        }
        if (!CounterRecords.isLabel(event.nic()) || !event.nic().equals(key)) {
            return new Read.Malformed("the record's key is not the NIC's name");
        }
        return event.type().equals(LIMIT_REFUSED) ? denial(event) : new Read.Other(event);
    }

    private static Read denial(NicEventMessage event) {
        String tenant = Objects.requireNonNullElse(event.tenant(), "");
        String scope = event.detail().getOrDefault("scope", "");
        Optional<Resource> resource = Arrays.stream(Resource.values())
                .filter(each -> each.name().equals(event.detail().get("resource")))
                .findFirst();
        if (!tenant.isEmpty() && !CounterRecords.isLabel(tenant) || !SCOPES.contains(scope) || resource.isEmpty()) {
            return new Read.Malformed("tenant, scope or resource of a refused verb is none that we know");
        }
        return new Read.Denial(event, tenant, scope, resource.get());
    }
}
