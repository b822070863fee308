package io.verbena.tenant.quota.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.contracts.Resource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AmountsTest {
    @ParameterizedTest
    @ValueSource(longs = {0, -1, Long.MIN_VALUE, Amounts.MAX + 1, Long.MAX_VALUE})
    void anAmountOutOfRangeIsAViolation(long amount) {
        assertThat(Amounts.violations(Map.of(Resource.QP, amount), 1))
                .containsExactly(new Amounts.Violation(Resource.QP, "must be an integer from 1 to 9007199254740992"));
    }

    @Test
    void theEndsOfTheRangeAreInIt() {
        assertThat(Amounts.violations(Map.of(Resource.QP, 1L, Resource.MR, Amounts.MAX), 1))
                .isEmpty();
        assertThat(Amounts.violations(Map.of(Resource.QP, 0L), 0)).isEmpty();
    }

    @Test
    void amountsThatWereNotCheckedAreABug() {
        assertThatThrownBy(() -> new Amounts(Map.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Amounts(Map.of(Resource.VF, 0L))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aLineAdmitsUpToItsLimitAndNotOneMore() {
        var line = new Line(Resource.QP, 10L, 4, 3, 0, 7);
        assertThat(line.admits(3)).isTrue();
        assertThat(line.admits(4)).isFalse();
    }

    @Test
    void aLineWithoutALimitEndsAtTheLargestNumberAndDoesNotOverflow() {
        var line = new Line(Resource.REGISTERED_BYTES, null, Amounts.MAX - 1, 0, 0, 7);
        assertThat(line.admits(1)).isTrue();
        assertThat(line.admits(2)).isFalse();
        assertThat(line.admits(Amounts.MAX)).isFalse();
    }

    @Test
    void aLineAboveALoweredLimitIsOverIt() {
        assertThat(new Line(Resource.QP, 5L, 4, 2, 0, 7).overLimit()).isTrue();
        assertThat(new Line(Resource.QP, 6L, 4, 2, 1, 7).overLimit()).isTrue();
        assertThat(new Line(Resource.QP, 6L, 4, 2, 0, 7).overLimit()).isFalse();
    }

    @Test
    void aTenantStartsWithNothingAndAnOrganisationWithoutLimits() {
        assertThat(Limits.ZERO.byResource()).hasSize(Resource.values().length).containsEntry(Resource.QP, 0L);
        assertThat(Limits.NONE.byResource()).isEmpty();
    }
}
