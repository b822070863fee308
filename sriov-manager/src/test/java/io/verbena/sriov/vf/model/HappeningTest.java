package io.verbena.sriov.vf.model;

import static io.verbena.sriov.vf.model.VfFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.ProblemType;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HappeningTest {
    private static final Fault SILENT = new Fault(ProblemType.DEVICE_UNAVAILABLE, "NicUnreachable", "no answer", false);

    @Test
    void aMoveSaysFromWhereAndWhy() {
        VirtualFunction vf = VfFixture.configuring();
        VirtualFunction confirmed = vf.confirmed(vf.tuple(), NOW);
        assertThat(said(confirmed, confirmed.activated(NOW)))
                .containsExactly("NORMAL Active: It was CONFIGURING; Generation 1 read back from nic-a");
        assertThat(said(VfFixture.active(), VfFixture.draining()))
                .singleElement()
                .asString()
                .startsWith("NORMAL Draining: It was ACTIVE; Its contexts have until");
    }

    @Test
    void whatNobodyHasAskedForIsAWarning() {
        VirtualFunction active = VfFixture.active();
        UUID boot = UUID.randomUUID();
        assertThat(said(active, active.rebooted(boot, 7, NOW)))
                .containsExactly("WARNING NicRebooted: nic-a came up as boot " + boot);
    }

    @Test
    void eachAttemptThatFailsIsTold() {
        VirtualFunction before = VfFixture.configuring();
        VirtualFunction once = before.failedAttempt(SILENT, NOW);
        VirtualFunction twice = once.failedAttempt(SILENT, NOW);
        assertThat(said(before, once)).containsExactly("WARNING NicUnreachable: no answer");
        assertThat(said(once, twice)).containsExactly("WARNING NicUnreachable: no answer");
        VirtualFunction failed = twice;
        for (int attempt = 2; attempt < Retries.MAX_ATTEMPTS; attempt++) {
            before = failed;
            failed = failed.failedAttempt(SILENT, NOW);
        }
        assertThat(said(before, failed))
                .containsExactly("WARNING Failed: It was CONFIGURING", "WARNING NicUnreachable: no answer");
    }

    @Test
    void whatChangesForNobodyIsNotTold() {
        VirtualFunction active = VfFixture.active();
        assertThat(Happening.between(active, active)).isEmpty();
        VirtualFunction vf = VfFixture.configuring();
        assertThat(Happening.between(vf, vf.confirmed(vf.tuple(), NOW))).isEmpty();
    }

    private static List<String> said(VirtualFunction before, VirtualFunction after) {
        return Happening.between(before, after).stream()
                .map(happening -> happening.kind() + " " + happening.reason() + ": " + happening.message())
                .toList();
    }
}
