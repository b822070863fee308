package io.verbena.tenant.quota.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReductionTest {
    private static final Amounts PRESENT = new Amounts(Map.of(Resource.QP, 5L, Resource.MR, 2L));

    @Test
    void theDifferenceIsGivenBack() {
        assertThat(Reduction.plan(PRESENT, new Amounts(Map.of(Resource.QP, 3L, Resource.MR, 2L))))
                .isEqualTo(new Reduction.GiveBack(new Amounts(Map.of(Resource.QP, 2L))));
    }

    @Test
    void whatIsNotNamedIsGivenBackWhole() {
        assertThat(Reduction.plan(PRESENT, new Amounts(Map.of(Resource.QP, 5L))))
                .isEqualTo(new Reduction.GiveBack(new Amounts(Map.of(Resource.MR, 2L))));
    }

    @Test
    void aRepeatChangesNothing() {
        assertThat(Reduction.plan(PRESENT, PRESENT)).isEqualTo(new Reduction.Nothing());
    }

    @Test
    void aRiseIsNoReduction() {
        assertThat(Reduction.plan(PRESENT, new Amounts(Map.of(Resource.QP, 6L))))
                .isEqualTo(new Reduction.Rise(Resource.QP, 5, 6));
        assertThat(Reduction.plan(PRESENT, new Amounts(Map.of(Resource.CQ, 1L))))
                .isEqualTo(new Reduction.Rise(Resource.CQ, 0, 1));
    }
}
