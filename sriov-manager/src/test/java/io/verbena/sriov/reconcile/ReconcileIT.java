package io.verbena.sriov.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.testkit.MetricsTable;
import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Reality drifts, and comes back: the state of the world is asserted, not the calls. */
class ReconcileIT {
    private static final String NIC = "nic-g";
    private static final String LIMITS = "{'qp':4,'cq':4,'mr':4,'pd':4,'registeredBytes':4096}";

    private static ControlPlane plane;
    private NicDevice nic;
    private Tenant blue;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
    }

    @BeforeEach
    void startNicWithAVf() {
        nic = plane.startApprovedNic(NIC, 4);
        blue = plane.newTenant("'vf':4,'qp':16,'cq':16,'mr':16,'pd':16,'registeredBytes':65536");
        plane.await(request("blue-a"));
    }

    @AfterEach
    void release() {
        try {
            releaseVf();
        } finally {
            plane.retire(nic);
        }
    }

    private void releaseVf() {
        if (plane.admin().get(blue.vfs("blue-a")).status() == 200) {
            Eventually.holds(() -> vf().at("/status/operationId").isMissingNode(), "nothing is changing blue-a");
            plane.await(plane.admin()
                    .delete(blue.vfs("blue-a"), "If-Match", "*")
                    .require(202)
                    .body()
                    .at("/metadata/id")
                    .asString());
        }
    }

    @Test
    void aRebootedNicIsProgrammedAnewUnderANewEpoch() {
        JsonNode before = vf();
        nic.close();
        nic = plane.startNic(NIC, 4);
        UUID boot = nic.identity().bootId();
        eventually(
                vf -> vf.at("/status/bootId").asString().equals(boot.toString()) && ready(vf), "ready in the new boot");
        JsonNode after = vf();
        assertThat(after.at("/status/uid")).isEqualTo(before.at("/status/uid"));
        assertThat(after.at("/status/index")).isEqualTo(before.at("/status/index"));
        assertThat(after.at("/status/address")).isEqualTo(before.at("/status/address"));
        assertThat(after.at("/status/epoch").asLong())
                .isGreaterThan(before.at("/status/epoch").asLong());
        assertThat(held().vfUid()).hasToString(after.at("/status/uid").asString());
        assertThat(blue.used("vf")).isEqualTo(1);
    }

    @Test
    void aFunctionThatSomebodyDestroyedIsMadeAgainAndCounted() {
        double drifts = metric("vnic_drift_detected_total");
        FunctionStatus function = held();
        assertThat(nic.execute(new AdminCommand.DestroyFunction(tuple(function, function.epochFloor()))))
                .isInstanceOf(AdminResult.FunctionApplied.class);
        Eventually.holds(() -> metric("vnic_drift_detected_total") > drifts, "the drift is counted");
        Eventually.holds(() -> slot(function.index()).vfUid() != null && ready(vf()), "the function is there again");
        assertThat(plane.admin().get(blue.vfs("blue-a") + "/events").text()).contains("DriftFound");
    }

    @Test
    void rowsThatAreBehindTheNicsEpochGoAboveIt() {
        double fenced = metric("vnic_fenced_requests_total{");
        FunctionStatus function = held();
        long ahead = function.epochFloor() + 100;
        // As after a restored backup: the NIC has seen a later epoch, and holds the function no more.
        assertThat(nic.execute(new AdminCommand.DestroyFunction(tuple(function, ahead))))
                .isInstanceOf(AdminResult.FunctionApplied.class);
        eventually(vf -> vf.at("/status/epoch").asLong() > ahead && ready(vf), "an epoch above " + ahead);
        assertThat(metric("vnic_fenced_requests_total{")).isGreaterThan(fenced);
    }

    @Test
    void rowsThatAreBehindTheNicsGenerationGoAboveIt() {
        FunctionStatus function = held();
        CommandTuple ahead = new CommandTuple(
                nic.identity().bootId(),
                0,
                function.index(),
                function.vfUid(),
                function.epochFloor(),
                function.appliedGeneration() + 10,
                "of another time");
        nic.execute(new AdminCommand.ConfigureFunction(ahead, function.spec()));
        eventually(
                vf -> vf.at("/metadata/generation").asLong() > ahead.generation() && ready(vf), "a generation above");
        assertThat(held().digest()).isNotEqualTo("of another time");
    }

    @Test
    void aFunctionThatWeDidNotMakeIsReportedAndLeftAlone() {
        UUID stranger = UUID.randomUUID();
        CommandTuple tuple = new CommandTuple(nic.identity().bootId(), 0, 3, stranger, 1, 1, "strange");
        FunctionSpec spec =
                new FunctionSpec("nobody", "strange", Gid.parse("127.0.0.77"), new FunctionLimits(1, 1, 1, 1, 1));
        assertThat(nic.execute(new AdminCommand.ConfigureFunction(tuple, spec)))
                .isInstanceOf(AdminResult.FunctionApplied.class);
        Eventually.holds(() -> functionState(3).equals("QUARANTINED"), "slot 3 is kept from use");
        assertThat(slot(3).vfUid()).isEqualTo(stranger);
        nic.execute(new AdminCommand.DestroyFunction(tuple));
        Eventually.holds(() -> functionState(3).equals("FREE"), "slot 3 can be used again");
    }

    @Test
    void aSilentNicTakesReadyAwayAndAVfOfItRecovers() {
        nic.close();
        eventually(vf -> !ready(vf), "not ready");
        assertThat(reason(vf())).isEqualTo("NicUnreachable");
        nic = plane.startNic(NIC, 4);
        eventually(ReconcileIT::ready, "ready again");
        assertThat(vf().at("/status/state").asString()).isEqualTo("ACTIVE");
    }

    @Test
    void aVfWhoseSlotIsGoneFailsAndIsReleasedAllTheSame() {
        plane.await(request("blue-b"));
        nic.close();
        nic = plane.startNic(NIC, 1);
        Eventually.holds(
                () -> {
                    JsonNode second = blue.vf("blue-b");
                    return second.at("/status/state").asString().equals("FAILED")
                            && reason(second).equals("IndexOutOfRange");
                },
                "blue-b has failed with a reason");
        JsonNode released = plane.await(plane.admin()
                .delete(blue.vfs("blue-b"), "If-Match", "*")
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
        assertThat(released.path("error").isMissingNode()).isTrue();
        assertThat(blue.used("vf")).isEqualTo(1);
    }

    @Test
    void theMetricsAreThoseOfTheDocument() {
        Eventually.holds(
                () -> metrics().contains("vnic_vf_state{") && metrics().contains("vf=\"blue-a\""), "blue-a's state");
        assertThat(MetricsTable.exposed(metrics()))
                .isEqualTo(MetricsTable.documented(Path.of("../docs/metrics.md"), "sriov-manager", "Services with"));
    }

    private String request(String name) {
        String body = "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + NIC + "','limits':" + LIMITS + "}}";
        return plane.admin()
                .post(blue.vfs(), body)
                .require(202)
                .body()
                .at("/metadata/id")
                .asString();
    }

    private JsonNode vf() {
        return blue.vf("blue-a");
    }

    private void eventually(Predicate<JsonNode> condition, String what) {
        Eventually.holds(() -> condition.test(vf()), () -> what + ": " + vf());
    }

    private FunctionStatus held() {
        return slot(vf().at("/status/index").asInt());
    }

    private FunctionStatus slot(int index) {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions()))
                .functions()
                .get(index);
    }

    private CommandTuple tuple(FunctionStatus function, long epoch) {
        return new CommandTuple(
                nic.identity().bootId(),
                0,
                function.index(),
                function.vfUid(),
                epoch,
                function.appliedGeneration(),
                function.digest());
    }

    private static String functionState(int index) {
        return plane.admin()
                .get("/api/v1/nics/" + NIC)
                .body()
                .at("/status/functions/" + index + "/state")
                .asString();
    }

    private static boolean ready(JsonNode vf) {
        return "True".equals(vf.at("/status/conditions/0/status").asString(""));
    }

    private static String reason(JsonNode vf) {
        return vf.at("/status/conditions/0/reason").asString("");
    }

    /** The sum of all series that begin so. */
    private static double metric(String prefix) {
        return metrics()
                .lines()
                .filter(line -> line.startsWith(prefix))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static String metrics() {
        return plane.anonymous().get("/actuator/prometheus").require(200).text();
    }
}
