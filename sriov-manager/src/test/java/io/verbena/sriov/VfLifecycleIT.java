package io.verbena.sriov;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.sriov.ControlPlane.Tenant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A VF from the wish to the tombstone, on real NICs, with the real ledger. */
class VfLifecycleIT {
    private static final String SMALL = "{'qp':4,'cq':4,'mr':8,'pd':2,'registeredBytes':65536}";
    private static final String QUOTA = "'vf':4,'qp':16,'cq':16,'mr':32,'pd':8,'registeredBytes':1048576";

    private static ControlPlane plane;
    private static NicDevice nicA;
    private static NicDevice nicB;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        nicA = plane.startApprovedNic("nic-a", 8);
        nicB = plane.startApprovedNic("nic-b", 8);
    }

    @AfterAll
    static void stop() {
        plane.retire(nicA);
        plane.retire(nicB);
    }

    @Test
    void aVfGoesFromTheWishToReadyAndAwayAgain() {
        Tenant blue = plane.newTenant(QUOTA);
        JsonNode done = plane.await(blue.request("blue-a", SMALL));
        assertThat(done.path("error").isMissingNode()).as("%s", done).isTrue();
        assertThat(done.at("/response/self").asString()).isEqualTo(blue.vfs("blue-a"));

        JsonNode vf = blue.vf("blue-a");
        assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(ready(vf)).isEqualTo("True/Applied");
        assertThat(vf.at("/status/appliedGeneration").asLong()).isEqualTo(1);
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.used("qp")).isEqualTo(4);
        assertThat(blue.reserved("qp")).isZero();
        NicDevice nic = nic(vf);
        FunctionStatus held = function(nic, vf.at("/status/index").asInt());
        assertThat(held.spec().tenant()).isEqualTo(blue.name());
        assertThat(held.vfUid()).hasToString(vf.at("/metadata/id").asString());
        assertThat(held.epochFloor()).isEqualTo(vf.at("/status/epoch").asLong());

        String etag = plane.admin().get(blue.vfs("blue-a")).header("ETag");
        String release = plane.admin()
                .delete(blue.vfs("blue-a"), "If-Match", etag)
                .require(202)
                .body()
                .at("/metadata/id")
                .asString();
        assertThat(plane.await(release).path("error").isMissingNode()).isTrue();
        assertThat(plane.admin().get(blue.vfs("blue-a")).status()).isEqualTo(404);
        assertThat(blue.used("vf")).isZero();
        assertThat(blue.used("registeredBytes")).isZero();
        FunctionStatus freed = function(nic, vf.at("/status/index").asInt());
        assertThat(freed.vfUid()).isNull();
        assertThat(freed.epochFloor()).isGreaterThan(held.epochFloor());
        assertThat(freed.seedRotations()).isGreaterThan(held.seedRotations());
    }

    @Test
    void aRefusedQuotaEndsTheOperationWithTheLedgersProblemAndLeavesNothing() {
        Tenant blue = plane.newTenant("'vf':1,'qp':6,'cq':16,'mr':32,'pd':8,'registeredBytes':1048576");
        plane.await(blue.request("blue-a", SMALL));
        JsonNode refused = plane.await(blue.request("blue-b", SMALL));
        assertThat(refused.at("/error/type").asString()).isEqualTo("urn:verbena:problem:quota-exceeded");
        assertThat(refused.at("/error/scope").asString()).contains(blue.name());
        assertThat(refused.at("/error/limit").asLong()).isPositive();
        assertThat(refused.at("/error/used").asLong()).isPositive();
        assertThat(refused.at("/error/reserved").asLong()).isZero();
        assertThat(refused.at("/error/requested").asLong()).isPositive();
        assertThat(refused.at("/error/resource").isMissingNode()).isFalse();
        assertThat(refused.path("response").isMissingNode()).isTrue();
        assertThat(plane.admin().get(blue.vfs("blue-b")).status()).isEqualTo(404);
        assertThat(blue.used("vf")).isEqualTo(1);
        assertThat(blue.reserved("vf")).isZero();
    }

    @Test
    void aVfForWhichNoNicHasRoomIsRefusedWithReasons() {
        Tenant blue = plane.newTenant("'vf':4,'qp':99999999,'cq':16,'mr':32,'pd':8,'registeredBytes':1048576");
        String pinned = "{'spec':{'nic':'nic-z','limits':" + SMALL + "}}";
        JsonNode unknown = plane.await(id(plane.admin().post(blue.vfs(), pinned)));
        assertThat(unknown.at("/error/type").asString()).isEqualTo("urn:verbena:problem:capacity-exhausted");
        assertThat(Api.Answer.texts(unknown.at("/error/nics"), "reason")).containsExactly("UNKNOWN_NIC");
        JsonNode huge = plane.await(blue.request("huge", SMALL.replace("'qp':4", "'qp':9999999")));
        assertThat(huge.at("/error/type").asString()).isEqualTo("urn:verbena:problem:capacity-exhausted");
        assertThat(Api.Answer.texts(huge.at("/error/nics"), "reason")).contains("LIMIT_ABOVE_DEVICE");
        assertThat(blue.used("vf")).isZero();
        assertThat(blue.reserved("vf")).isZero();
    }

    @Test
    void anUnknownTenantGetsNothing() {
        String body = Tenant.body("x", SMALL);
        JsonNode refused = plane.await(id(plane.admin().post("/api/v1/tenants/nobody/virtualFunctions", body)));
        assertThat(refused.at("/error/type").asString()).isEqualTo("urn:verbena:problem:not-found");
        assertThat(plane.admin()
                        .get("/api/v1/tenants/nobody/virtualFunctions/x")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void limitsGrowAndShrinkWithTheirCharge() {
        Tenant blue = plane.newTenant(QUOTA);
        plane.await(blue.request("blue-a", SMALL));
        assertThat(change(blue, "{'spec':{'limits':{'qp':10,'mr':4}}}")
                        .path("error")
                        .isMissingNode())
                .isTrue();
        JsonNode vf = blue.vf("blue-a");
        assertThat(vf.at("/metadata/generation").asLong()).isEqualTo(2);
        assertThat(vf.at("/status/appliedGeneration").asLong()).isEqualTo(2);
        assertThat(ready(vf)).isEqualTo("True/Applied");
        assertThat(blue.used("qp")).isEqualTo(10);
        assertThat(blue.used("mr")).isEqualTo(4);
        change(blue, "{'spec':{'limits':{'qp':3}}}");
        assertThat(blue.used("qp")).isEqualTo(3);
        assertThat(blue.used("vf")).isEqualTo(1);
    }

    @Test
    void limitsAboveTheQuotaAreRefusedAndTheOldOnesStay() {
        Tenant blue = plane.newTenant(QUOTA);
        plane.await(blue.request("blue-a", SMALL));
        JsonNode refused = change(blue, "{'spec':{'limits':{'qp':17}}}");
        assertThat(refused.at("/error/type").asString()).isEqualTo("urn:verbena:problem:quota-exceeded");
        JsonNode vf = blue.vf("blue-a");
        assertThat(vf.at("/spec/limits/qp").asLong()).isEqualTo(4);
        assertThat(vf.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(ready(vf)).isEqualTo("True/Applied");
        assertThat(blue.used("qp")).isEqualTo(4);
    }

    @Test
    void aLimitBelowWhatExistsIsRefusedAndTheOldOneStays() {
        Tenant blue = plane.newTenant(QUOTA);
        plane.await(blue.request("blue-a", SMALL));
        JsonNode vf = blue.vf("blue-a");
        try (Context context = Context.open(nic(vf).channel(), uid(vf));
                ProtectionDomain first = context.allocPd();
                ProtectionDomain second = context.allocPd()) {
            assertThat(first).isNotEqualTo(second);
            JsonNode refused = change(blue, "{'spec':{'limits':{'pd':1}}}");
            assertThat(refused.at("/error/type").asString()).isEqualTo("urn:verbena:problem:failed-precondition");
            assertThat(refused.at("/error/used").asLong()).isEqualTo(2);
        }
        assertThat(blue.vf("blue-a").at("/spec/limits/pd").asLong()).isEqualTo(2);
        assertThat(blue.used("pd")).isEqualTo(2);
    }

    @Test
    void anOpenContextIsClosedWhenTheDrainsTimeIsOver() {
        Tenant blue = plane.newTenant(QUOTA);
        plane.await(blue.request("blue-a", SMALL));
        JsonNode vf = blue.vf("blue-a");
        Context open = Context.open(nic(vf).channel(), uid(vf));
        JsonNode done = plane.await(id(plane.admin().delete(blue.vfs("blue-a"), "If-Match", "*")));
        assertThat(done.path("error").isMissingNode()).isTrue();
        assertThat(function(nic(vf), vf.at("/status/index").asInt()).contexts()).isZero();
        assertThat(blue.used("vf")).isZero();
        assertThatThrownBy(open::allocPd).isInstanceOf(VerbsException.class);
    }

    @Test
    void spreadsOverNicsAndGivesEachVfAnAddressOfItsOwn() {
        Tenant blue = plane.newTenant(QUOTA);
        List<String> names = List.of("blue-a", "blue-b", "blue-c", "blue-d");
        names.stream().map(name -> blue.request(name, SMALL)).toList().forEach(plane::await);
        List<JsonNode> vfs = names.stream().map(blue::vf).toList();
        assertThat(vfs.stream().map(vf -> vf.at("/status/address").asString())).doesNotHaveDuplicates();
        assertThat(vfs.stream()
                        .map(vf -> vf.at("/status/nic").asString()
                                + vf.at("/status/index").asInt()))
                .doesNotHaveDuplicates();
        assertThat(vfs.stream().map(vf -> vf.at("/status/nic").asString()).distinct())
                .hasSize(2);
    }

    @Test
    void aReplicaIsPlacedApartFromItsSiblingsOrNotAtAll() {
        Tenant blue = plane.newTenant(QUOTA);
        List<String> names = List.of("db-0", "db-1", "db-2");
        List<JsonNode> ended = names.stream()
                .map(name -> plane.admin()
                        .post(
                                blue.vfs(),
                                "{'metadata':{'name':'" + name + "','labels':{'app':'db'}},'spec':{'limits':" + SMALL
                                        + ",'placement':{'strategy':'PACK','apartFrom':{'app':'db'}}}}"))
                .toList()
                .stream()
                .map(begun -> plane.await(id(begun)))
                .toList();
        List<JsonNode> refused =
                ended.stream().filter(done -> done.has("error")).toList();
        assertThat(refused).as("two hosts take one each: %s", ended).hasSize(1);
        assertThat(Api.Answer.texts(refused.getFirst().at("/error/nics"), "reason"))
                .as("%s", refused)
                .filteredOn(reason -> !reason.equals("NIC_SILENT"))
                .containsExactly("NOT_APART", "NOT_APART");
        assertThat(ended.stream()
                        .filter(done -> !done.has("error"))
                        .map(done -> blue.vf(done.at("/response/name").asString()))
                        .map(vf -> vf.at("/status/host").asString()))
                .doesNotHaveDuplicates();
        assertThat(blue.used("vf")).isEqualTo(2);
        names.stream()
                .filter(name -> plane.admin().get(blue.vfs(name)).status() == 200)
                .forEach(name -> plane.await(id(plane.admin().delete(blue.vfs(name), "If-Match", "*"))));
    }

    private static JsonNode change(Tenant tenant, String patch) {
        return plane.await(id(plane.admin().patch(tenant.vfs("blue-a"), patch, "If-Match", "*")));
    }

    private static String id(Api.Answer begun) {
        return begun.require(202).body().at("/metadata/id").asString();
    }

    private static UUID uid(JsonNode vf) {
        return UUID.fromString(vf.at("/status/uid").asString());
    }

    private static NicDevice nic(JsonNode vf) {
        return vf.at("/status/nic").asString().equals("nic-a") ? nicA : nicB;
    }

    private static FunctionStatus function(NicDevice nic, int index) {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions()))
                .functions()
                .get(index);
    }

    private static String ready(JsonNode vf) {
        for (JsonNode condition : vf.at("/status/conditions")) {
            if (condition.path("type").asString().equals("Ready")) {
                return condition.path("status").asString() + "/"
                        + condition.path("reason").asString();
            }
        }
        return "absent";
    }
}
