package io.verbena.sriov.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.contracts.Resource;
import io.verbena.contracts.nic.FunctionSpec;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.sriov.vf.model.SpecDigest;
import io.verbena.sriov.vf.model.VfLimits;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Functions on a NIC that no row knows, as after a restored backup. */
class FoundFunctionIT {
    private static final String NIC = "nic-l";
    private static final int INDEX = 2;
    private static final String FUNCTION = "/api/v1/nics/" + NIC + "/functions/0/" + INDEX;
    private static final VfLimits LIMITS = new VfLimits(2, 2, 2, 2, 4096);
    private static final AtomicInteger VNIS = new AtomicInteger(7_000_000);

    private static ControlPlane plane;
    private static NicDevice nic;

    private final UUID uid = UUID.randomUUID();
    private final int vni = VNIS.incrementAndGet();
    private Tenant blue;
    private long epoch;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic(NIC, 4);
    }

    @AfterAll
    static void stop() {
        plane.retire(nic);
    }

    @BeforeEach
    void newTenant() {
        blue = plane.newTenant("'vf':1,'qp':2,'cq':2,'mr':2,'pd':2,'registeredBytes':4096");
    }

    @Test
    void oneThatIsAdoptedIsChargedAndItsProgramsGoOn() {
        configure(blue.name(), digest());
        Context context = Context.open(nic.channel(), uid);
        Eventually.holds(this::isFound, "the function is found");
        JsonNode finding = findings().get(0);
        assertThat(finding.path("reason").asString()).isEqualTo("UnknownFunction");
        assertThat(finding.path("message").asString()).contains(uid.toString(), "adopt or release");

        JsonNode done = plane.await(adopt(blue.name()));
        assertThat(done.path("error").isMissingNode()).as("%s", done).isTrue();
        JsonNode vf = blue.vf("lost");
        assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(vf.at("/status/conditions/0/status").asString()).isEqualTo("True");
        assertThat(vf.at("/metadata/id").asString()).isEqualTo(uid.toString());
        assertThat(vf.at("/metadata/generation").asLong()).isEqualTo(3);
        assertThat(vf.at("/status/epoch").asLong()).isEqualTo(epoch);
        assertThat(vf.at("/status/address").asString()).isEqualTo("127.0.0.79");
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.used("qp")).isEqualTo(2);
        assertThat(held().spec().max().of(ResourceKind.QP)).isEqualTo(9);
        assertThat(findings()).isEmpty();
        context.allocPd();

        assertThat(plane.await(id(plane.admin().delete(blue.vfs("lost"), "If-Match", "*")))
                        .path("error")
                        .isMissingNode())
                .isTrue();
        assertThat(blue.used("vf")).isZero();
        assertThat(held().vfUid()).isNull();
    }

    @Test
    void oneOfAnotherSpecThanOursWouldBeIsProgrammedOnce() {
        configure(blue.name(), "f".repeat(64));
        Eventually.holds(this::isFound, "the function is found");
        assertThat(plane.await(adopt(blue.name())).path("error").isMissingNode())
                .isTrue();
        assertThat(held().appliedGeneration()).isEqualTo(4);
        assertThat(held().digest()).isEqualTo(digest());
        plane.await(id(plane.admin().delete(blue.vfs("lost"), "If-Match", "*")));
    }

    @Test
    void oneThatTheQuotaDoesNotAllowStaysAsItWasFound() {
        Tenant poor = plane.newTenant("'vf':1,'qp':1");
        configure(poor.name(), digest());
        Context context = Context.open(nic.channel(), uid);
        Eventually.holds(this::isFound, "the function is found");
        JsonNode refused = plane.await(adopt(poor.name()));
        assertThat(refused.at("/error/type").asString()).isEqualTo("urn:verbena:problem:quota-exceeded");
        assertThat(plane.admin().get(poor.vfs("lost")).status()).isEqualTo(404);
        assertThat(poor.used("vf")).isZero();
        assertThat(poor.reserved("vf")).isZero();
        assertThat(isFound()).isTrue();
        context.allocPd();
        release();
    }

    @Test
    void oneThatIsReleasedIsTakenAwayAndItsSlotUsedAgain() {
        configure(blue.name(), "strange");
        Context context = Context.open(nic.channel(), uid);
        Eventually.holds(this::isFound, "the function is found");
        release();
        assertThatThrownBy(context::allocPd).isInstanceOf(VerbsException.class);
        assertThat(held().epochFloor()).isEqualTo(epoch + 1);
        assertThat(plane.admin().post(FUNCTION + ":release", null).status()).isEqualTo(404);
    }

    @Test
    void onlyAnOperatorDecidesAndNeverForAnotherTenant() {
        configure(blue.name(), digest());
        Eventually.holds(this::isFound, "the function is found");
        Tenant red = plane.newTenant("'vf':1");
        Api.Answer foreign = plane.admin().post(FUNCTION + ":adopt", "{'tenant':'" + red.name() + "'}");
        assertThat(foreign.problem()).isEqualTo("unprocessable");
        assertThat(foreign.body().path("detail").asString()).contains(blue.name());
        String good = "{'tenant':'" + blue.name() + "'}";
        assertThat(blue.as("tenant-admin").post(FUNCTION + ":adopt", good).status())
                .isEqualTo(403);
        assertThat(plane.as("reader").post(FUNCTION + ":release", null).status())
                .isEqualTo(403);
        assertThat(plane.admin()
                        .post("/api/v1/nics/" + NIC + "/functions/0/1:adopt", good)
                        .status())
                .isEqualTo(404);
        assertThat(plane.admin().post(FUNCTION + ":adopt", "{}").status()).isEqualTo(400);
        release();
    }

    private void configure(String tenant, String digest) {
        epoch = held().epochFloor() + 5;
        CommandTuple tuple = new CommandTuple(nic.identity().bootId(), 0, INDEX, uid, epoch, 3, digest);
        assertThat(nic.execute(new AdminCommand.ConfigureFunction(
                        tuple,
                        new io.verbena.nic.datapath.function.FunctionSpec(
                                tenant,
                                "lost",
                                Gid.parse("127.0.0.79"),
                                vni,
                                new FunctionLimits(2, 2, 2, 2, 4096),
                                new FunctionLimits(9, 2, 2, 2, 4096)))))
                .isInstanceOf(AdminResult.FunctionApplied.class);
    }

    private String digest() {
        return SpecDigest.of(
                new FunctionSpec(blue.name(), "lost", "127.0.0.79", vni, LIMITS.byResource(), Map.of(Resource.QP, 9L)));
    }

    private static String adopt(String tenant) {
        return id(plane.admin().post(FUNCTION + ":adopt", "{'tenant':'" + tenant + "'}"));
    }

    private void release() {
        plane.admin().post(FUNCTION + ":release", null).require(202);
        Eventually.holds(() -> slot().path("state").asString().equals("FREE"), () -> "slot is free: " + slot());
        assertThat(held().vfUid()).isNull();
    }

    private boolean isFound() {
        return findings().size() == 1
                && slot().at("/observed/vfUid").asString("").equals(uid.toString());
    }

    private static JsonNode findings() {
        return plane.admin().get("/api/v1/nics/" + NIC).body().at("/status/findings");
    }

    private static JsonNode slot() {
        return plane.admin().get("/api/v1/nics/" + NIC).body().at("/status/functions/" + INDEX);
    }

    private static FunctionStatus held() {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions()))
                .functions()
                .get(INDEX);
    }

    private static String id(Api.Answer begun) {
        return begun.require(202).body().at("/metadata/id").asString();
    }
}
