package io.verbena.sriov.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.control.Standing;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** NICs make themselves known, and an operator decides. */
class NicApiIT {
    private static final String CAPABILITY =
            "{'functionCount':4,'activeMtu':4096,'perFunctionMax':{'qp':64},'deviceMax':{'qp':256}}";

    private static ControlPlane plane;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
    }

    @Test
    void aNicWaitsForAnOperatorAndTakesNothingMeanwhile() {
        NicDevice nic = plane.startNic("nic-d", 4);
        Eventually.holds(() -> nic.standing() == Standing.WAITING_FOR_APPROVAL, "nic-d waits for its approval");
        assertThat(state("nic-d")).isEqualTo("PENDING");

        Tenant blue = plane.newTenant("'vf':1,'qp':1,'cq':1,'mr':1,'pd':1,'registeredBytes':1");
        String pinned = "{'spec':{'nic':'nic-d','limits':{'qp':1,'cq':1,'mr':1,'pd':1,'registeredBytes':1}}}";
        JsonNode refused = plane.await(plane.admin()
                .post(blue.vfs(), pinned)
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
        assertThat(Api.Answer.texts(refused.at("/error/nics"), "reason")).containsExactly("NOT_APPROVED");

        Api operator = plane.as("reader");
        assertThat(operator.post("/api/v1/nics/nic-d:approve", null).status()).isEqualTo(403);
        assertThat(blue.as("tenant-admin")
                        .post("/api/v1/nics/nic-d:approve", null)
                        .status())
                .isEqualTo(403);
        plane.admin().post("/api/v1/nics/nic-d:approve", null).require(200);
        plane.admin().post("/api/v1/nics/nic-d:approve", null).require(200);
        Eventually.holds(() -> nic.standing() == Standing.APPROVED, "nic-d hears of its approval");
        assertThat(state("nic-d")).isEqualTo("READY");
        assertThat(plane.admin().get("/api/v1/nics/nic-d").body().at("/status/functions"))
                .hasSize(4);
        Eventually.holds(
                () -> metrics().contains(series("vnic_nic_state", "nic=\"nic-d\",state=\"READY\"") + "1.0"),
                "nic-d is ready");
        assertThat(metrics())
                .contains(series("vnic_pf_slots", "pf=\"nic-d/0\",state=\"FREE\"") + "4.0")
                .contains(series("vnic_pf_slots", "pf=\"nic-d/0\",state=\"ASSIGNED\"") + "0.0")
                .contains("vnic_nic_last_heartbeat_timestamp_seconds{");
        plane.retire(nic);
        assertThat(state("nic-d")).isEqualTo("SILENT");
    }

    @Test
    void aTokenSpeaksForItsOwnNicAlone() {
        Api nic = plane.as("nic-e");
        assertThat(nic.post("/api/v1/nics/nic-a:register", registration("nic-a", CAPABILITY))
                        .status())
                .isEqualTo(403);
        assertThat(plane.admin()
                        .post("/api/v1/nics/nic-e:register", registration("nic-e", CAPABILITY))
                        .status())
                .isEqualTo(403);
        assertThat(nic.post("/api/v1/nics/nic-e:register", registration("nic-f", CAPABILITY))
                        .problem())
                .isEqualTo("unprocessable");
        assertThat(plane.anonymous().post("/api/v1/nics/nic-e:register", "{}").status())
                .isEqualTo(401);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'nic':'nic-e','host':'h','bootId':'x','adminUrl':'http://h','capability':{}}            | 400
            {'nic':'nic-e','host':'h','secret':'x'}                                                  | 400
            {'nic':'nic-e','host':'h','adminUrl':'http://h','capability':null}                       | 422
            {'nic':'nic-e','host':'h','bootId':'01936f00-0000-7000-8000-000000000001','adminUrl':'file:///x','wire':'UDP','capability':{'functionCount':1,'activeMtu':1024,'perFunctionMax':{},'deviceMax':{}}} | 422
            {'nic':'nic-e','host':'h','bootId':'01936f00-0000-7000-8000-000000000001','adminUrl':'http://h','wire':'UDP','capability':{'functionCount':-1,'activeMtu':1024,'perFunctionMax':{},'deviceMax':{}}} | 422
            {'nic':'nic-e','host':'h','bootId':'01936f00-0000-7000-8000-000000000001','adminUrl':'http://h','wire':'OVERLAY','capability':{'functionCount':1,'activeMtu':1024,'perFunctionMax':{},'deviceMax':{}}} | 422
            {'nic':'nic-e','host':'h','bootId':'01936f00-0000-7000-8000-000000000001','adminUrl':'http://h','wire':'OVERLAY','vtep':'nic-e','capability':{'functionCount':1,'activeMtu':1024,'perFunctionMax':{},'deviceMax':{}}} | 422
            """)
    void refusesARegistrationThatMakesNoSense(String json, int status) {
        assertThat(plane.as("nic-e").post("/api/v1/nics/nic-e:register", json).status())
                .isEqualTo(status);
    }

    @Test
    void nicsAndHostsAreThePlatformsBusiness() {
        Tenant blue = plane.newTenant("'vf':1");
        Api tenant = blue.as("tenant-admin");
        assertThat(tenant.get("/api/v1/nics").status()).isEqualTo(403);
        assertThat(tenant.get("/api/v1/hosts").status()).isEqualTo(403);
        assertThat(plane.as("reader").get("/api/v1/hosts").status()).isEqualTo(200);
        assertThat(plane.admin().get("/api/v1/nics/nobody").status()).isEqualTo(404);
        assertThat(plane.admin().post("/api/v1/nics/nobody:approve", null).status())
                .isEqualTo(404);
    }

    private static String registration(String nic, String capability) {
        return "{'nic':'" + nic + "','host':'h','bootId':'" + UUID.randomUUID()
                + "','adminUrl':'http://127.0.0.1:1','wire':'UDP','capability':" + capability + "}";
    }

    private static String state(String nic) {
        return plane.admin()
                .get("/api/v1/nics/" + nic)
                .require(200)
                .body()
                .at("/status/state")
                .asString();
    }

    private static String series(String name, String labels) {
        return name + "{application=\"sriov-manager\",host=\"nic-d\"," + labels + "} ";
    }

    private static String metrics() {
        return plane.anonymous().get("/actuator/prometheus").require(200).text();
    }
}
