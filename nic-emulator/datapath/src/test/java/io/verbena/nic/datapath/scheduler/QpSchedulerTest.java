package io.verbena.nic.datapath.scheduler;

import static io.verbena.nic.datapath.scheduler.QpScheduler.NONE;
import static io.verbena.nic.datapath.scheduler.QpScheduler.REQUEST;
import static io.verbena.nic.datapath.scheduler.QpScheduler.RESPONSE;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class QpSchedulerTest {
    private final QpScheduler scheduler = new QpScheduler(4);

    @Test
    void grantsAQueuePairOnceHoweverOftenItIsActivated() {
        for (int i = 0; i < 5; i++) {
            scheduler.activate(7, 0, REQUEST);
        }
        assertThat(scheduler.grant()).isEqualTo(7);
        assertThat(scheduler.grant()).isEqualTo(NONE);
    }

    @Test
    void losesNoActivationThatComesAfterTheGrant() {
        scheduler.activate(7, 0, REQUEST);
        scheduler.grant();
        scheduler.activate(7, 0, REQUEST);
        assertThat(scheduler.grant()).isEqualTo(7);
    }

    @Test
    void grantsResponsesBeforeRequests() {
        scheduler.activate(1, 0, REQUEST);
        scheduler.activate(2, 0, RESPONSE);
        scheduler.activate(1, 0, RESPONSE);
        assertThat(scheduler.grant()).isEqualTo(2);
        assertThat(scheduler.grantedKind()).isEqualTo(RESPONSE);
        assertThat(scheduler.grant()).isEqualTo(1);
        assertThat(scheduler.grantedKind()).isEqualTo(RESPONSE);
        assertThat(scheduler.grant()).isEqualTo(1);
        assertThat(scheduler.grantedKind()).isEqualTo(REQUEST);
    }

    @Test
    void putsBackToTheFront() {
        scheduler.activate(1, 0, REQUEST);
        scheduler.activate(2, 0, REQUEST);
        int granted = scheduler.grant();
        scheduler.restore(granted, 0, REQUEST);
        assertThat(scheduler.grant()).isEqualTo(1);
        assertThat(scheduler.grant()).isEqualTo(2);
    }

    @Test
    void sharesBytesEvenlyOverFunctionsWhateverTheirQueuePairs() {
        long[] bytes = new long[4];
        for (int qp = 0; qp < 40; qp++) {
            scheduler.activate(qp, qp < 38 ? 0 : qp - 37, REQUEST);
        }
        for (int i = 0; i < 30_000; i++) {
            int slot = scheduler.grant();
            int function = slot < 38 ? 0 : slot - 37;
            // Function 0 sends small bursts, the others large ones.
            long burst = function == 0 ? 4_000 : 61_000;
            bytes[function] += burst;
            scheduler.charge(function, burst);
            scheduler.activate(slot, function, REQUEST);
        }
        assertThat((double) bytes[0] / bytes[1]).isBetween(0.99, 1.01);
        assertThat((double) bytes[1] / bytes[2]).isBetween(0.99, 1.01);
    }

    @Test
    void keepsTensOfThousandsOfQueuePairsInOrder() {
        for (int qp = 0; qp < 60_000; qp++) {
            scheduler.activate(qp, 1, REQUEST);
        }
        for (int qp = 0; qp < 60_000; qp++) {
            assertThat(scheduler.grant()).isEqualTo(qp);
        }
        assertThat(scheduler.grant()).isEqualTo(NONE);
    }
}
