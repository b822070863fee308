package io.verbena.telemetry.ingest;

import static io.verbena.telemetry.Batches.batch;
import static io.verbena.telemetry.Batches.function;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.telemetry.CounterBatch;
import io.verbena.telemetry.ingest.CounterRecords.Read;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class CounterRecordsTest {
    private static final JsonMapper JSON = new JsonMapper();
    private static final CounterBatch GOOD =
            batch("nic-a", new UUID(1, 1), 7, function(new UUID(2, 2), "blue-a", "blue", 5));
    private final CounterRecords records = new CounterRecords(JSON);

    @Test
    void readsWhatANicSends() {
        assertThat(records.read("nic-a", JSON.writeValueAsBytes(GOOD))).isEqualTo(new Read.Batch(GOOD));
    }

    @Test
    void passesOverFieldsOfANewerNic() {
        String newer = JSON.writeValueAsString(GOOD).replaceFirst("\\{", "{\"temperature\":{\"celsius\":40},");
        assertThat(read(newer)).isEqualTo(new Read.Batch(GOOD));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "7", "[]", "{", "{}", "\u0000\u0001", "{\"nic\":\"nic-a\",\"functions\":null}"})
    void refusesWhatIsNoBatch(String text) {
        assertThat(read(text)).isInstanceOf(Read.Malformed.class);
    }

    @Test
    void refusesATombstone() {
        assertThat(records.read("nic-a", null)).isInstanceOf(Read.Malformed.class);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"sequence\":7', '\"sequence\":0'",
        "'\"nic\":\"nic-a\"', '\"nic\":\"nic-b\"'",
        "'\"nic\":\"nic-a\"', '\"nic\":null'",
        "'\"host\":\"host-1\"', '\"host\":\"a\\nb\"'",
        "'\"tenant\":\"blue\"', '\"tenant\":\"\"'",
        "'\"transmit_bytes\":5', '\"transmit_bytes\":-5'",
        "'\"transmit_bytes\":5', '\"transmit bytes\":5'",
        "'\"transmit_bytes\":5', '\"transmit_bytes\":null'",
        "'\"transmit_bytes\":5', '\"transmit_bytes\":\"many\"'",
        "'\"transmit_bytes\":5', '\"transmit_bytes\":99999999999999999999'",
        "'\"index\":1', '\"index\":-1'",
        "'\"qp\":7', '\"qp\":-7'",
        "2026-11-29T12, +99999-11-29T12",
        "2026-11-29T12, 1926-11-29T12"
    })
    void refusesWhatCannotBecomeASeries(String right, String wrong) {
        String good = JSON.writeValueAsString(GOOD);
        assertThat(good).contains(right);
        assertThat(read(good.replace(right, wrong))).isInstanceOf(Read.Malformed.class);
    }

    @Test
    void aReasonNamesNoValues() {
        Read first = read(JSON.writeValueAsString(GOOD).replace("\"transmit_bytes\":5", "\"transmit_bytes\":\"aaa\""));
        Read second = read(JSON.writeValueAsString(GOOD).replace("\"transmit_bytes\":5", "\"transmit_bytes\":\"bbb\""));
        assertThat(first).isEqualTo(second);
    }

    private Read read(String text) {
        return records.read("nic-a", text.getBytes(StandardCharsets.UTF_8));
    }
}
