package io.verbena.telemetry.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.telemetry.NicEventMessage;
import io.verbena.telemetry.Batches;
import io.verbena.telemetry.ingest.EventRecords.Read;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class EventRecordsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private final EventRecords records = new EventRecords(JSON);

    @Test
    void aVerbRefusedForALimitIsADenial() {
        NicEventMessage event = refused("blue");
        assertThat(read(JSON.writeValueAsString(event)))
                .isEqualTo(new Read.Denial(event, "blue", "device", Resource.REGISTERED_BYTES));
    }

    @Test
    void theFunctionMayBeGoneAlready() {
        NicEventMessage event = refused(null);
        assertThat(read(JSON.writeValueAsString(event)))
                .isEqualTo(new Read.Denial(event, "", "device", Resource.REGISTERED_BYTES));
    }

    @Test
    void otherEventsAndThoseOfANewerNicAreNoDenials() {
        assertThat(read(JSON.writeValueAsString(refused("blue")).replace("limit_refused", "fan_failed")))
                .isInstanceOf(Read.Other.class);
    }

    @ParameterizedTest
    @CsvSource({
        "REGISTERED_BYTES, FLUX",
        "'\"device\"', '\"galaxy\"'",
        "'\"blue\"', '\"a b\"'",
        "'\"sequence\":1', '\"sequence\":0'",
        "'\"nic\":\"nic-a\"', '\"nic\":\"nic-b\"'",
        "'\"type\":\"limit_refused\"', '\"type\":null'",
        "'{', ''"
    })
    void refusesWhatCannotBecomeASeries(String right, String wrong) {
        String event = JSON.writeValueAsString(refused("blue"));
        assertThat(event).contains(right);
        assertThat(read(event.replace(right, wrong))).isInstanceOf(Read.Malformed.class);
    }

    private Read read(String text) {
        return records.read("nic-a", text.getBytes(StandardCharsets.UTF_8));
    }

    private static NicEventMessage refused(@Nullable String tenant) {
        return new NicEventMessage(
                "nic-a",
                "host-1",
                new UUID(1, 1),
                1,
                Batches.START,
                "limit_refused",
                new UUID(2, 1),
                tenant,
                Map.of("resource", "REGISTERED_BYTES", "scope", "device"));
    }
}
