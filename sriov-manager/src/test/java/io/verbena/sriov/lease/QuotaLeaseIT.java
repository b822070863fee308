package io.verbena.sriov.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What programs have beyond their VF's guarantee: out of the tenant's quota, as long as there is any. */
class QuotaLeaseIT {
    private static final String QUOTA = "'vf':4,'qp':16,'cq':16,'mr':32,'pd':7,'registeredBytes':1048576";
    private static final String GUARANTEE = "{'qp':4,'cq':4,'mr':8,'pd':1,'registeredBytes':65536}";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static ControlPlane plane;
    private static NicDevice nic;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic("nic-k", 8);
    }

    @AfterAll
    static void stop() {
        plane.retire(nic);
    }

    @Test
    void aVfHasMoreThanItsGuaranteeAsLongAsTheQuotaLasts() {
        Tenant blue = plane.newTenant(QUOTA);
        try (Context first = context(blue, "blue-a");
                Context second = context(blue, "blue-b")) {
            List<ProtectionDomain> ofFirst = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                ofFirst.add(allocated(first));
            }
            assertThat(refusal(first)).startsWith("ENOMEM").contains("limit of the function is 5");
            allocated(second);
            allocated(second);
            assertThat(blue.quota().at("/leased/pd").asLong()).isEqualTo(5);
            assertThat(refusal(second)).startsWith("EDQUOT").contains("tenant/" + blue.name() + " is 7, used 7");
            ofFirst.getFirst().close();
            allocated(second);
        }
    }

    @Test
    void whatIsNoLongerNeededGoesBackToTheTenant() {
        Tenant blue = plane.newTenant(QUOTA);
        try (Context context = context(blue, "blue-a")) {
            List<ProtectionDomain> domains = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                domains.add(allocated(context));
            }
            domains.forEach(ProtectionDomain::close);
            await().atMost(PATIENCE).until(() -> blue.quota().at("/leased/pd").asLong() == 0);
        }
    }

    @Test
    void aNicThatWasDeclaredDeadStopsAndItsShareIsFree() {
        String name = "nic-o";
        NicDevice doomed = plane.startNic(name, 1);
        try {
            assertThatThrownBy(() -> plane.startNic(name, 1))
                    .as("two of one name on one host")
                    .hasRootCauseMessage("another process runs NIC nic-o: it holds "
                            + Path.of(System.getProperty("java.io.tmpdir"))
                                    .resolve("verbena-nic-o-%08x.lock"
                                            .formatted(plane.issuer().hashCode())));
            String dead = "/api/v1/nics/" + name + "/leases:declareDead";
            await().atMost(PATIENCE).until(() -> plane.ledger().post(dead, "{}").status() == 200);
            await().atMost(PATIENCE).until(() -> !doomed.running());
        } finally {
            plane.retire(doomed);
        }
        // The next boot speaks for it again.
        NicDevice next = plane.startNic(name, 1);
        assertThat(next.running()).isTrue();
        plane.retire(next);
    }

    @Test
    void aMaximumBelowTheGuaranteeIsRefused() {
        Tenant blue = plane.newTenant(QUOTA);
        assertThat(plane.admin()
                        .post(blue.vfs(), body("blue-a", "{'pd':0}"))
                        .require(422)
                        .body()
                        .path("detail")
                        .asString())
                .contains("below what is guaranteed");
    }

    private static Context context(Tenant tenant, String name) {
        String operation = plane.admin()
                .post(tenant.vfs(), body(name, "{'pd':5}"))
                .require(202)
                .body()
                .at("/metadata/id")
                .asString();
        JsonNode done = plane.await(operation);
        assertThat(done.path("error").isMissingNode()).as("%s", done).isTrue();
        JsonNode vf = tenant.vf(name);
        assertThat(vf.at("/spec/max/pd").asLong()).isEqualTo(5);
        return Context.open(nic.channel(), UUID.fromString(vf.at("/status/uid").asString()));
    }

    /** At the NIC of this test, as others of the JVM may be there. */
    private static String body(String name, String max) {
        return "{'metadata':{'name':'" + name + "'},'spec':{'nic':'nic-k','limits':" + GUARANTEE + ",'max':" + max
                + "}}";
    }

    /** On a busy machine the ledger's answer may take longer than a verb waits for it. */
    private static ProtectionDomain allocated(Context context) {
        return await().atMost(PATIENCE)
                .ignoreExceptionsMatching(e ->
                        e instanceof VerbsException refused && refused.errno().equals("EAGAIN"))
                .until(context::allocPd, domain -> true);
    }

    private static String refusal(Context context) {
        return await().atMost(PATIENCE)
                .until(
                        () -> {
                            try {
                                context.allocPd();
                                return "admitted";
                            } catch (VerbsException e) {
                                return String.valueOf(e.getMessage());
                            }
                        },
                        message -> !message.startsWith("EAGAIN"));
    }
}
