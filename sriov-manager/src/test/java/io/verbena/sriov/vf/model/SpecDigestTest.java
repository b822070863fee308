package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SpecDigestTest {
    private static final FunctionSpec SPEC =
            new FunctionSpec("blue", "blue-a", "127.77.0.1", 4242, new VfLimits(16, 16, 64, 4, 1048576).byResource());

    @Test
    void isOfTheCanonicalForm() {
        assertThat(SpecDigest.canonical(SPEC)).isEqualTo("""
                tenant=blue
                vf=blue-a
                address=127.77.0.1
                vni=4242
                QP=16
                CQ=16
                MR=64
                PD=4
                REGISTERED_BYTES=1048576
                """);
        // printf of the lines above | sha256sum
        assertThat(SpecDigest.of(SPEC)).isEqualTo("0c667bc4a67a804cac14f5713353f0eeb211cec0c0b2daef84971c6e18e104a7");
    }

    @Test
    void doesNotDependOnTheOrderOfTheMapAndTakesAbsentForZero() {
        FunctionSpec sparse = new FunctionSpec("blue", "blue-a", "127.77.0.1", 4242, Map.of(Resource.QP, 1L));
        FunctionSpec full =
                new FunctionSpec("blue", "blue-a", "127.77.0.1", 4242, new VfLimits(1, 0, 0, 0, 0).byResource());
        assertThat(SpecDigest.of(sparse)).isEqualTo(SpecDigest.of(full));
    }

    @Test
    void changesWithEachPart() {
        assertThat(SpecDigest.of(SPEC))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("red", "blue-a", "127.77.0.1", 4242, SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("blue", "blue-b", "127.77.0.1", 4242, SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("blue", "blue-a", "127.77.0.2", 4242, SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec("blue", "blue-a", "127.77.0.1", 4243, SPEC.limits())))
                .isNotEqualTo(SpecDigest.of(new FunctionSpec(
                        "blue", "blue-a", "127.77.0.1", 4242, new VfLimits(17, 16, 64, 4, 1048576).byResource())));
    }
}
