package io.verbena.nic.device.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.admin.FunctionRequests.Slot;
import io.verbena.nic.device.admin.RequestBody.Malformed;
import io.verbena.nic.device.admin.RequestBody.Value;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionRequestsTest {
    private static final String GOOD = """
            {"tuple":{"bootId":"018f0000-0000-7000-8000-000000000001","pf":0,"index":2,
             "vfUid":"018f0000-0000-7000-8000-000000000002","epoch":1,"generation":1,"digest":"%s"},
             "spec":{"tenant":"blue","vf":"blue-a","address":"127.77.0.2","vni":4242,
             "limits":{"qp":4,"cq":5,"mr":6,"pd":7,"registeredBytes":8}}}""".formatted("0123456789abcdef".repeat(4));

    private static RequestBody.Parsed<AdminCommand> parse(String body) {
        return FunctionRequests.configure(body.getBytes(StandardCharsets.UTF_8), new Slot(0, 2));
    }

    @Test
    void aGoodBodyBecomesACommand() {
        assertThat(parse(GOOD)).isInstanceOfSatisfying(Value.class, value -> {
            var command = (AdminCommand.ConfigureFunction) value.value();
            assertThat(command.spec().address()).isEqualTo(Gid.parse("127.77.0.2"));
            assertThat(command.spec().limits().registeredBytes()).isEqualTo(8);
            assertThat(command.tuple().index()).isEqualTo(2);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"epoch\":1 | \"epoch\":\"1\" | /tuple/epoch",
                "\"epoch\":1 | \"epoch\":null | /tuple/epoch",
                "\"epoch\":1 | \"epoch\":1.5 | /tuple/epoch",
                "\"epoch\":1 | \"epoch\":0 | /tuple/epoch",
                "\"epoch\":1 | \"epoch\":1,\"epok\":1 | /tuple/epok",
                "\"epoch\":1, | '' | /tuple/epoch",
                "\"index\":2 | \"index\":3 | /tuple/index",
                "\"generation\":1 | \"generation\":-1 | /tuple/generation",
                "\"digest\":\"0 | \"digest\":\"x | /tuple/digest",
                "\"bootId\":\"018f | \"bootId\":\"zzzz | /tuple/bootId",
                "127.77.0.2 | localhost | /spec/address",
                "\"vni\":4242 | \"vni\":0 | /spec/vni",
                "\"vni\":4242 | \"vni\":16777216 | /spec/vni",
                "\"qp\":4 | \"qp\":-4 | /spec/limits/qp",
                "\"qp\":4 | \"qp\":\"4\" | /spec/limits/qp",
                "\"qp\":4 | \"vf\":4 | /spec/limits/vf",
                "\"qp\":4, | '' | /spec/limits/qp",
                "\"qp\":4 | \"srq\":4 | /spec/limits",
                "\"limits\": | \"max\":{\"qp\":3},\"limits\": | /spec/max/qp",
                "\"limits\": | \"max\":{\"vf\":3},\"limits\": | /spec/max/vf",
                "\"tenant\":\"blue\" | \"tenant\":\"\" | /spec/tenant",
                "\"tenant\":\"blue\" | \"tenant\":5 | /spec/tenant",
            })
    void aFaultIsNamedByItsPointer(String from, String to, String pointer) {
        String body = GOOD.replaceFirst(Pattern.quote(from), to);
        assertThat(body).isNotEqualTo(GOOD);

        assertThat(parse(body)).isInstanceOfSatisfying(Malformed.class, malformed -> {
            assertThat(malformed.answer().status()).isEqualTo(400);
            assertThat(malformed.answer().body().toString()).contains("pointer=" + pointer + ",");
        });
    }

    @Test
    void aMaximumIsOptionalAndThatOfWhatItDoesNotNameIsTheGuarantee() {
        assertThat(parse(GOOD.replace("\"limits\":", "\"max\":{\"qp\":9},\"limits\":")))
                .isInstanceOfSatisfying(Value.class, value -> {
                    var command = (AdminCommand.ConfigureFunction) value.value();
                    assertThat(command.spec().max().qp()).isEqualTo(9);
                    assertThat(command.spec().max().cq()).isEqualTo(5);
                    assertThat(command.spec().limits().qp()).isEqualTo(4);
                });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"''", "{", "null", "[]", "\"text\"", "{} {}"})
    void whatIsNoObjectIsRefused(String body) {
        assertThat(parse(body)).isInstanceOf(Malformed.class);
    }

    @Test
    void aSecondValueIsRefused() {
        assertThat(parse(GOOD + "{}")).isInstanceOf(Malformed.class);
    }

    @Test
    void everyFaultIsNamedAtOnce() {
        String body = GOOD.replace("\"epoch\":1", "\"epoch\":0").replace("127.77.0.2", "here");

        assertThat(parse(body))
                .isInstanceOfSatisfying(
                        Malformed.class,
                        malformed -> assertThat(malformed.answer().body().toString())
                                .contains("/tuple/epoch", "/spec/address", "2 faults"));
    }
}
