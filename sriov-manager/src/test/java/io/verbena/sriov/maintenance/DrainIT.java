package io.verbena.sriov.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** VFs and NICs that are to be free of users, with programs that hold on to them. */
class DrainIT {
    private static final String NIC = "nic-k";
    private static final String PATH = "/api/v1/nics/" + NIC;
    private static final String LIMITS = "{'qp':1,'cq':1,'mr':1,'pd':2,'registeredBytes':4096}";

    private static ControlPlane plane;
    private static NicDevice nic;
    private Tenant blue;

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
        blue = plane.newTenant("'vf':4,'qp':16,'cq':16,'mr':16,'pd':16,'registeredBytes':65536");
    }

    @AfterEach
    void letItBeUsedAgain() {
        plane.await(id(plane.admin().post(PATH + ":drain", "{'budget':4,'deadlineSeconds':0,'outcome':'FORCE'}")));
        plane.admin().post(PATH + ":uncordon", null).require(200);
    }

    @Test
    void aVfThatIsStillUsedIsKeptWhenThatWasAskedFor() {
        JsonNode vf = provisioned("blue-a");
        Context context = open(vf);
        String operation = drain("blue-a", 1, "CANCEL");
        JsonNode draining = blue.vf("blue-a");
        assertThat(draining.at("/status/state").asString()).isEqualTo("DRAINING");
        String deadline = draining.at("/status/drain/deadline").asString();
        assertThat(condition(draining, "Draining").path("status").asString()).isEqualTo("True");
        assertThat(condition(draining, "Draining").path("message").asString()).contains(deadline, "then it stays");

        JsonNode ended = plane.await(operation);
        assertThat(ended.at("/error/type").asString()).isEqualTo("urn:verbena:problem:failed-precondition");
        assertThat(ended.at("/error/contexts").asInt()).isOne();
        JsonNode kept = blue.vf("blue-a");
        assertThat(kept.at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(kept.at("/status/epoch")).isEqualTo(vf.at("/status/epoch"));
        assertThat(kept.at("/status/drain").isMissingNode()).isTrue();
        assertThat(condition(kept, "Ready").path("status").asString()).isEqualTo("True");
        assertThat(condition(kept, "Draining").path("reason").asString()).isEqualTo("Cancelled");
        assertThat(blue.used("vf")).isEqualTo(1);
        context.allocPd();

        String again = drain("blue-a", 600, "CANCEL");
        context.close();
        assertThat(plane.await(again).path("error").isMissingNode()).isTrue();
        assertThat(blue.used("vf")).isZero();
    }

    @Test
    void aVfThatIsStillUsedIsTakenAwayWhenThatWasAskedFor() {
        Context context = open(provisioned("blue-a"));
        assertThat(plane.await(drain("blue-a", 1, "FORCE")).path("error").isMissingNode())
                .isTrue();
        assertThatThrownBy(context::allocPd).isInstanceOf(VerbsException.class);
        assertThat(plane.admin().get(blue.vfs("blue-a")).status()).isEqualTo(404);
        assertThat(blue.used("vf")).isZero();
    }

    @Test
    void patienceAndOutcomeAreNamedAndBounded() {
        provisioned("blue-a");
        String path = blue.vfs("blue-a") + ":drain";
        for (String body : List.of(
                "{}",
                "{'deadlineSeconds':1}",
                "{'outcome':'FORCE'}",
                "{'deadlineSeconds':-1,'outcome':'FORCE'}",
                "{'deadlineSeconds':1,'outcome':'MAYBE'}",
                "{'deadlineSeconds':99999999,'outcome':'FORCE'}")) {
            assertThat(plane.admin().post(path, body, "If-Match", "*").status())
                    .as(body)
                    .isEqualTo(400);
        }
        String good = "{'deadlineSeconds':1,'outcome':'FORCE'}";
        assertThat(plane.admin().post(path, good).problem()).isEqualTo("precondition-required");
        assertThat(blue.as("tenant-viewer").post(path, good, "If-Match", "*").status())
                .isEqualTo(403);
        assertThat(blue.as("tenant-admin").post(PATH + ":drain", good).status()).isEqualTo(403);
        assertThat(blue.as("tenant-admin").post(PATH + ":cordon", null).status())
                .isEqualTo(403);
        assertThat(plane.admin().post("/api/v1/nics/nic-z:drain", good).status())
                .isEqualTo(404);
        assertThat(plane.admin().post("/api/v1/nics/nic-z:uncordon", null).status())
                .isEqualTo(404);
    }

    @Test
    void aNicIsDrainedWithinItsBudgetAndTakesNothingMeanwhile() {
        Map<String, Context> contexts = new HashMap<>();
        for (String name : List.of("blue-a", "blue-b", "blue-c")) {
            contexts.put(name, open(provisioned(name)));
        }
        String body = "{'budget':1,'deadlineSeconds':600,'outcome':'FORCE'}";
        String operation = id(plane.admin().post(PATH + ":drain", body));
        Api.Answer second = plane.admin().post(PATH + ":drain", body);
        assertThat(second.problem()).isEqualTo("failed-precondition");
        assertThat(second.body().path("operation").asString()).endsWith(operation);

        JsonNode refused = plane.await(requested("blue-d"));
        assertThat(Api.Answer.texts(refused.at("/error/nics"), "reason")).containsExactly("CORDONED");
        while (!contexts.isEmpty()) {
            Eventually.holds(() -> !draining(contexts).isEmpty(), "the next VF is draining");
            List<String> now = draining(contexts);
            assertThat(now).hasSize(1);
            contexts.remove(now.getFirst()).close();
        }
        JsonNode done = plane.await(operation);
        assertThat(done.path("error").isMissingNode()).isTrue();
        assertThat(done.at("/response/self").asString()).isEqualTo(PATH);
        assertThat(blue.used("vf")).isZero();
        assertThat(plane.admin().get(PATH).body().at("/spec/cordoned").asBoolean())
                .isTrue();

        plane.admin().post(PATH + ":uncordon", null).require(200);
        provisioned("blue-d");
    }

    @Test
    void aNicsDrainSaysWhichVfsItKept() {
        Context context = open(provisioned("blue-a"));
        provisioned("blue-b");
        JsonNode done = plane.await(
                id(plane.admin().post(PATH + ":drain", "{'budget':2,'deadlineSeconds':1,'outcome':'CANCEL'}")));
        assertThat(done.at("/error/type").asString()).isEqualTo("urn:verbena:problem:failed-precondition");
        assertThat(Api.Answer.texts(done.at("/error/virtualFunctions"), "name")).containsExactly("blue-a");
        assertThat(blue.used("vf")).isEqualTo(1);
        context.allocPd();
        context.close();
    }

    private List<String> draining(Map<String, Context> of) {
        return of.keySet().stream()
                .filter(name -> blue.vf(name).at("/status/state").asString().equals("DRAINING"))
                .toList();
    }

    private JsonNode provisioned(String name) {
        JsonNode done = plane.await(requested(name));
        assertThat(done.path("error").isMissingNode()).as("%s", done).isTrue();
        return blue.vf(name);
    }

    private String requested(String name) {
        return id(plane.admin()
                .post(
                        blue.vfs(),
                        "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + NIC + "','limits':" + LIMITS + "}}"));
    }

    private String drain(String name, int seconds, String outcome) {
        return id(plane.admin()
                .post(
                        blue.vfs(name) + ":drain",
                        "{'deadlineSeconds':" + seconds + ",'outcome':'" + outcome + "'}",
                        "If-Match",
                        "*"));
    }

    private static Context open(JsonNode vf) {
        return Context.open(nic.channel(), UUID.fromString(vf.at("/status/uid").asString()));
    }

    private static JsonNode condition(JsonNode vf, String type) {
        for (JsonNode condition : vf.at("/status/conditions")) {
            if (condition.path("type").asString().equals(type)) {
                return condition;
            }
        }
        throw new AssertionError("no condition " + type + " in " + vf);
    }

    private static String id(Api.Answer begun) {
        return begun.require(202).body().at("/metadata/id").asString();
    }
}
