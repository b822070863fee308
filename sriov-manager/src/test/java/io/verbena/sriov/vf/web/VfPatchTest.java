package io.verbena.sriov.vf.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.problem.ProblemException;
import io.verbena.sriov.vf.model.VfLimits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class VfPatchTest {
    private static final VfLimits LIMITS = new VfLimits(16, 16, 64, 4, 4096);

    @Test
    void changesWhatItNames() {
        assertThat(parse("{\"spec\":{\"limits\":{\"qp\":8,\"registeredBytes\":8192}}}")
                        .apply(LIMITS))
                .isEqualTo(new VfLimits(8, 16, 64, 4, 8192));
    }

    @Test
    void anEmptyPatchChangesNothing() {
        assertThat(parse("{}").apply(LIMITS)).isEqualTo(LIMITS);
        assertThat(parse("{\"spec\":{\"limits\":{}}}").apply(LIMITS)).isEqualTo(LIMITS);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                            |                                 | WRONG_TYPE
            {"status":{}}                                 | /status                         | UNKNOWN_FIELD
            {"spec":{"nic":"nic-b"}}                      | /spec/nic                       | UNKNOWN_FIELD
            {"spec":null}                                 | /spec                           | WRONG_TYPE
            {"spec":{"limits":{"srq":1}}}                 | /spec/limits/srq                | UNKNOWN_FIELD
            {"spec":{"limits":{"qp":"8"}}}                | /spec/limits/qp                 | WRONG_TYPE
            {"spec":{"limits":{"qp":8.5}}}                | /spec/limits/qp                 | WRONG_TYPE
            {"spec":{"limits":{"qp":null}}}               | /spec/limits/qp                 | WRONG_TYPE
            {"spec":{"limits":{"qp":-1}}}                 | /spec/limits/qp                 | OUT_OF_RANGE
            {"spec":{"limits":{"registeredBytes":"64k"}}} | /spec/limits/registeredBytes    | WRONG_TYPE
            {"spec":{"limits":{"qp":99999999999999999999}}} | /spec/limits/qp               | WRONG_TYPE
            """)
    void pointsAtWhatIsWrong(String json, String pointer, String reason) {
        String at = pointer == null ? "" : pointer;
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> parse(json))
                .satisfies(refused -> {
                    assertThat(refused.problem().type()).isEqualTo(ProblemType.INVALID_REQUEST);
                    assertThat(refused.problem().extensions().get("errors"))
                            .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                            .singleElement()
                            .isInstanceOfSatisfying(VfPatch.Finding.class, finding -> {
                                assertThat(finding.pointer()).isEqualTo(at);
                                assertThat(finding.reason()).isEqualTo(reason);
                            });
                });
    }

    private static VfPatch parse(String json) {
        return VfPatch.parse(JsonMapper.shared().readTree(json));
    }
}
