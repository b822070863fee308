package io.verbena.sriov.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.sriov.Traffic;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Functions that come and go at the tail of a NIC, while others work. */
class ResizeIT {
    private static final String NIC = "nic-k";
    private static final String PATH = "/api/v1/nics/" + NIC;
    private static final String LIMITS = "{'qp':2,'cq':2,'mr':2,'pd':2,'registeredBytes':1048576}";

    private ControlPlane plane;
    private NicDevice nic;
    private Tenant blue;

    @BeforeEach
    void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic(NIC, 2);
        blue = plane.newTenant("'vf':8,'qp':64,'cq':64,'mr':64,'pd':64,'registeredBytes':67108864");
    }

    @AfterEach
    void stop() {
        String drained = id(plane.admin().post(PATH + ":drain", "{'budget':8,'deadlineSeconds':0,'outcome':'FORCE'}"));
        plane.await(drained);
        plane.admin().post(PATH + ":uncordon", null).require(200);
        plane.retire(nic);
        // As many as it comes with, for whoever starts a NIC of this name next.
        plane.manager()
                .bean(org.springframework.jdbc.core.simple.JdbcClient.class)
                .sql("UPDATE nic SET wanted_functions = NULL WHERE name = :name")
                .param("name", NIC)
                .update();
    }

    @Test
    void functionsComeAndGoWhileOthersSendAndReceive() {
        provisioned("blue-a");
        provisioned("blue-b");
        assertThat(plane.await(requested("blue-c")).at("/error/type").asString())
                .endsWith("capacity-exhausted");
        JsonNode before = blue.vf("blue-a");
        try (Traffic traffic = Traffic.between(nic, blue.vf("blue-a"), blue.vf("blue-b"))) {
            for (int round = 0; round < 3; round++) {
                long sent = traffic.sent();
                resize(8);
                provisioned("blue-c");
                assertThat(blue.vf("blue-c").at("/status/index").asInt()).isEqualTo(2);
                Api.Answer refused = plane.admin().post(PATH + ":resize", "{'functionCount':2}");
                assertThat(refused.problem()).isEqualTo("failed-precondition");
                assertThat(refused.body().at("/functions/0/index").asInt()).isEqualTo(2);
                plane.await(id(plane.admin().delete(blue.vfs("blue-c"), "If-Match", "*")));
                resize(2);
                Eventually.holds(() -> traffic.sent() > sent, "traffic goes on");
            }
        }
        JsonNode after = blue.vf("blue-a");
        assertThat(after.at("/status/epoch")).isEqualTo(before.at("/status/epoch"));
        assertThat(after.at("/status/conditions")).isEqualTo(before.at("/status/conditions"));
    }

    @Test
    void aRebootedNicHasItsFunctionsAgainBeforeItsVfsAreMissed() {
        resize(4);
        for (String name : new String[] {"blue-a", "blue-b", "blue-c"}) {
            provisioned(name);
        }
        nic.close();
        nic = plane.startNic(NIC, 2);
        String boot = nic.identity().bootId().toString();
        Eventually.holds(
                () -> {
                    JsonNode vf = blue.vf("blue-c");
                    return vf.at("/status/bootId").asString().equals(boot)
                            && vf.at("/status/conditions/0/status").asString().equals("True");
                },
                () -> "blue-c is ready again: " + blue.vf("blue-c"));
        assertThat(blue.vf("blue-c").at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(nic.capability().functionCount()).isEqualTo(4);
    }

    @Test
    void onlyAnOperatorResizesAndWithinBounds() {
        assertThat(blue.as("tenant-admin")
                        .post(PATH + ":resize", "{'functionCount':4}")
                        .status())
                .isEqualTo(403);
        for (String body : new String[] {"{}", "{'functionCount':0}", "{'functionCount':1025}"}) {
            assertThat(plane.admin().post(PATH + ":resize", body).status()).isEqualTo(400);
        }
        assertThat(plane.admin()
                        .post("/api/v1/nics/nic-z:resize", "{'functionCount':4}")
                        .status())
                .isEqualTo(404);
    }

    private void resize(int count) {
        plane.admin().post(PATH + ":resize", "{'functionCount':" + count + "}").require(202);
        Eventually.holds(
                () -> nic().at("/status/capability/functionCount").asInt() == count,
                () -> NIC + " has " + count + " functions: " + nic());
        assertThat(nic().at("/spec/functionCount").asInt()).isEqualTo(count);
        assertThat(StreamSupport.stream(nic().at("/status/functions").spliterator(), false))
                .hasSize(count);
        assertThat(nic.capability().functionCount()).isEqualTo(count);
    }

    private JsonNode nic() {
        return plane.admin().get(PATH).require(200).body();
    }

    private void provisioned(String name) {
        JsonNode done = plane.await(requested(name));
        assertThat(done.path("error").isMissingNode()).as("%s", done).isTrue();
    }

    private String requested(String name) {
        return id(plane.admin()
                .post(
                        blue.vfs(),
                        "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + NIC + "','limits':" + LIMITS + "}}"));
    }

    private static String id(Api.Answer begun) {
        return begun.require(202).body().at("/metadata/id").asString();
    }
}
