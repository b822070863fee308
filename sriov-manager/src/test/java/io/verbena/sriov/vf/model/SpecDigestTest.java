package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecDigestTest {
    private static final FunctionSpec SPEC =
            new FunctionSpec("blue", "blue-a", "127.77.0.1", new VfLimits(16, 16, 64, 4, 1048576).byResource());

    @Test
    void isOfTheCanonicalForm() {
        assertThat(SpecDigest.canonical(SPEC)).isEqualTo("""
                tenant=blue
                vf=blue-a
                address=127.77.0.1
                QP=16
                CQ=16
                MR=64
                PD=4
                REGISTERED_BYTES=1048576
                """);
        // printf of the lines above | sha256sum
        assertThat(SpecDigest.of(SPEC)).isEqualTo("67d59b8fbbbc59e507e41405ba4b3e34d1001e22d1adc5303a1a4b5491e3813d");
    }

    @Test
    void doesNotDependOnTheOrderOfTheMapAndTakesAbsentForZero() {
        FunctionSpec sparse = new FunctionSpec("blue", "blue-a", "127.77.0.1", Map.of(Resource.QP, 1L));
        FunctionSpec full = new FunctionSpec("blue", "blue-a", "127.77.0.1", new VfLimits(1, 0, 0, 0, 0).byResource());
        assertThat(SpecDigest.of(sparse)).isEqualTo(SpecDigest.of(full));
    }

    @Test
    void changesWithEachPart() {
        assertThat(SpecDigest.of(SPEC))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("red", "blue-a", "127.77.0.1", SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("blue", "blue-b", "127.77.0.1", SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("blue", "blue-a", "127.77.0.2", SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec(
                        "blue", "blue-a", "127.77.0.1", new VfLimits(17, 16, 64, 4, 1048576).byResource())));
    }
}
