package io.verbena.nic.datapath.function.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.function.Admission;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseGrants.Shortage;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseHolderTest {
    private static final UUID BOOT = new UUID(1, 1);
    private static final UUID EPOCH = new UUID(2, 2);
    private static final long TERM_NS = 1000;
    private static final Admission ADMITTED = new Admission.Admitted();

    private final LeaseHolder holder = new LeaseHolder(BOOT);

    @BeforeEach
    void open() {
        holder.onOpened(BOOT, 1);
    }

    @Test
    void admitsUpToWhatWasGranted() {
        assertThat(admit(4, 0)).isEqualTo(new Admission.LedgerUnreachable(ResourceKind.QP, 4));
        assertThat(sync(0).want()).isEqualTo(4);
        answer(1, 5, 10, null);
        assertThat(admit(4, 10)).isEqualTo(ADMITTED);
        assertThat(admit(1, 10)).isEqualTo(ADMITTED);
        assertThat(admit(1, 10)).isEqualTo(new Admission.QuotaExceeded(ResourceKind.QP, "lease", 5, 5, 1));
    }

    @Test
    void aRefusalNamesWhoHasNothingLeft() {
        admit(4, 0);
        sync(0);
        answer(1, 2, 0, new Shortage("tenant/blue", 20, 20));
        assertThat(admit(4, 10)).isEqualTo(new Admission.QuotaExceeded(ResourceKind.QP, "tenant/blue", 20, 20, 4));
    }

    @Test
    void theTermCountsFromTheSendingOfTheLastAnsweredSync() {
        admit(1, 0);
        sync(100);
        answer(1, 5, 10, null);
        sync(1050);
        assertThat(admit(1, 1099)).isEqualTo(ADMITTED);
        assertThat(admit(1, 1100)).isInstanceOf(Admission.LedgerUnreachable.class);
        holder.release("blue", ResourceKind.QP, 1);
        answer(2, 5, 10, null);
        assertThat(admit(1, 2049)).isEqualTo(ADMITTED);
        assertThat(admit(1, 2050)).isInstanceOf(Admission.LedgerUnreachable.class);
    }

    @Test
    void withoutHeadroomAllIsReturnedButWhatIsUsedOrWasJustAsked() {
        admit(2, 0);
        sync(0);
        answer(1, 9, 10, null);
        admit(2, 1);
        admit(8, 1);
        sync(2);
        assertThat(holder.onGrants(grants(2, 20, 0, null))).isTrue();
        LeaseRequest.Line told = sync(3);
        assertThat(told.granted() - told.returned()).isEqualTo(2 + 8);
    }

    @Test
    void whatWasHalfIdleForATermIsReturned() {
        admit(1, 0);
        sync(0);
        answer(1, 100, 10, null);
        admit(1, 1);
        sync(10);
        answer(2, 100, 10, null);
        sync(500);
        assertThat(sync(999).returned()).isZero();
        assertThat(sync(1010).returned()).isEqualTo(99);
    }

    @Test
    void aLateAnswerOnlyRaisesGrants() {
        admit(1, 0);
        sync(0);
        sync(1);
        answer(2, 5, 10, null);
        holder.onGrants(grants(1, 3, 0, new Shortage("tenant/blue", 1, 1)));
        assertThat(sync(2).granted()).isEqualTo(5);
        assertThat(sync(2).returned()).isZero();
        holder.onGrants(grants(1, 7, 0, null));
        assertThat(sync(3).granted()).isEqualTo(7);
    }

    @Test
    void whatIsForAnotherBootIsPassedOver() {
        admit(1, 0);
        sync(0);
        holder.onGrants(new LeaseGrants(new UUID(9, 9), 1, 1, TERM_NS, EPOCH, List.of()));
        holder.onFenced(new UUID(9, 9));
        assertThat(holder.fenced()).isFalse();
        assertThat(admit(1, 1)).isInstanceOf(Admission.LedgerUnreachable.class);
    }

    @Test
    void aFencedBootAdmitsNothingAndHasNothingToTell() {
        admit(1, 0);
        sync(0);
        answer(1, 5, 10, null);
        holder.onFenced(BOOT);
        assertThat(admit(1, 1)).isInstanceOf(Admission.LedgerUnreachable.class);
        assertThat(holder.sync(2)).isNull();
    }

    @Test
    void aLineThatRunsLowIsReportedOncePerSync() {
        admit(1, 0);
        sync(0);
        answer(1, 8, 10, null);
        admit(6, 1);
        assertThat(holder.pollLow()).isFalse();
        admit(1, 1);
        assertThat(holder.pollLow()).isTrue();
        assertThat(holder.pollLow()).isFalse();
    }

    private Admission admit(long amount, long nowNs) {
        return holder.admit("blue", ResourceKind.QP, amount, nowNs);
    }

    private LeaseRequest.Line sync(long nowNs) {
        LeaseRequest request = holder.sync(nowNs);
        assertThat(request).isNotNull();
        return request.lines().getFirst();
    }

    private void answer(long seq, long granted, long headroom, Shortage shortage) {
        holder.onGrants(grants(seq, granted, headroom, shortage));
    }

    private static LeaseGrants grants(long seq, long granted, long headroom, Shortage shortage) {
        return new LeaseGrants(
                BOOT,
                1,
                seq,
                TERM_NS,
                EPOCH,
                List.of(new LeaseGrants.Line("blue", ResourceKind.QP, granted, headroom, shortage)));
    }
}
