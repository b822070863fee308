package io.verbena.sriov.vf.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.verbena.contracts.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VfLimitsTest {
    @Test
    void asksTheLedgerForTheVfAndEachLimitAboveZero() {
        assertThat(new VfLimits(16, 0, 64, 4, 4096).amounts())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        Resource.VF,
                        1L,
                        Resource.QP,
                        16L,
                        Resource.MR,
                        64L,
                        Resource.PD,
                        4L,
                        Resource.REGISTERED_BYTES,
                        4096L));
    }

    @Test
    void comparesResourceByResource() {
        VfLimits from = new VfLimits(16, 16, 64, 4, 4096);
        VfLimits to = new VfLimits(20, 8, 64, 4, 8192);
        assertThat(to.above(from)).isEqualTo(Map.of(Resource.QP, 4L, Resource.REGISTERED_BYTES, 4096L));
        assertThat(from.above(to)).isEqualTo(Map.of(Resource.CQ, 8L));
    }

    @Test
    void refusesNegativeAndAbsurdLimits() {
        assertThatIllegalArgumentException().isThrownBy(() -> new VfLimits(-1, 0, 0, 0, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new VfLimits(0, 0, 0, 0, Long.MAX_VALUE));
    }
}
