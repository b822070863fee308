package io.verbena.sriov.vf.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.Api;
import io.verbena.sriov.Api.Answer;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.testkit.Events;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** The REST interface as callers meet it: who may, what is well formed, which version, how often. */
class VirtualFunctionApiIT {
    private static final String LIMITS = "{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}";
    private static final String QUOTA = "'vf':8,'qp':64,'cq':64,'mr':64,'pd':64,'registeredBytes':1048576";

    private static ControlPlane plane;
    private static NicDevice nic;
    private static Tenant blue;
    private static Tenant red;
    private static Api operator;
    private static Api viewer;
    private static Api stranger;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic("nic-c", 16);
        blue = plane.newTenant(QUOTA);
        red = plane.newTenant(QUOTA);
        operator = blue.as("tenant-operator");
        viewer = blue.as("tenant-viewer");
        stranger = red.as("tenant-admin");
        plane.await(id(operator.post(blue.vfs(), body("here", LIMITS)).require(202)));
    }

    @AfterAll
    static void stop() {
        plane.retire(nic);
    }

    @Test
    void aSelectorChoosesByLabelsInListsAndWatches() throws Exception {
        Tenant green = plane.newTenant(QUOTA);
        labelled(green, "a", "'app':'web','tier':'front'");
        String web = green.vfs() + "?labelSelector=app=web";
        JsonNode first = plane.admin().get(web).require(200).body();
        labelled(green, "b", "'app':'db','tier':'front'");
        labelled(green, "c", "'app':'web'");
        assertThat(names(plane.admin().get(web))).containsExactly("a", "c");
        assertThat(names(plane.admin().get(web + ",tier=front"))).containsExactly("a");
        assertThat(names(plane.admin().get(green.vfs() + "?labelSelector="))).containsExactly("a", "b", "c");
        String from = first.path("resourceVersion").asString();
        try (Events events = plane.admin().watch(web + "&watch=true&resourceVersion=" + from)) {
            List<String> told = new ArrayList<>();
            while (!told.contains("c")) {
                told.add(events.next().json().at("/metadata/name").asString());
            }
            assertThat(told).doesNotContain("b");
        }
        for (String wrong : List.of("app", "app!=web", "app==web", "=web")) {
            assertThat(plane.admin()
                            .get(green.vfs() + "?labelSelector=" + wrong)
                            .problem())
                    .as(wrong)
                    .isEqualTo("invalid-request");
        }
    }

    private static void labelled(Tenant tenant, String name, String labels) {
        plane.admin()
                .post(
                        tenant.vfs(),
                        "{'metadata':{'name':'" + name + "','labels':{" + labels + "}},'spec':{'limits':" + LIMITS
                                + "}}")
                .require(202);
    }

    private static List<String> names(Answer list) {
        List<String> names = new ArrayList<>();
        list.require(200)
                .body()
                .path("items")
                .forEach(vf -> names.add(vf.at("/metadata/name").asString()));
        return names;
    }

    @Test
    void nobodyGetsInWithoutAToken() {
        Answer answer = plane.anonymous().get(blue.vfs("here"));
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.problem()).isEqualTo("unauthenticated");
        assertThat(new Api(plane.manager().base(), "foreign.token.here")
                        .get(blue.vfs("here"))
                        .status())
                .isEqualTo(401);
    }

    @Test
    void anotherTenantsVfLooksLikeOneThatDoesNotExist() {
        Answer others = stranger.get(blue.vfs("here"));
        Answer missing = stranger.get("/api/v1/tenants/nobody/virtualFunctions/here");
        assertThat(others.status()).isEqualTo(404);
        assertThat(missing.status()).isEqualTo(404);
        assertThat(others.problem()).isEqualTo(missing.problem()).isEqualTo("not-found");
        assertThat(stranger.post(blue.vfs(), body("mine", LIMITS)).status()).isEqualTo(404);
        assertThat(stranger.patch(blue.vfs("here"), "{}", "If-Match", "*").status())
                .isEqualTo(404);
        assertThat(stranger.delete(blue.vfs("here"), "If-Match", "*").status()).isEqualTo(404);
        assertThat(stranger.get(blue.vfs()).status()).isEqualTo(404);
        assertThat(plane.as("sriov-manager").get(blue.vfs("here")).status()).isEqualTo(404);
    }

    @Test
    void aViewerAndAReaderReadAndChangeNothing() {
        for (Api api : List.of(viewer, plane.as("reader"))) {
            assertThat(api.get(blue.vfs("here")).status()).isEqualTo(200);
            assertThat(api.post(blue.vfs(), body("mine", LIMITS)).status()).isEqualTo(403);
            assertThat(api.delete(blue.vfs("here"), "If-Match", "*").problem()).isEqualTo("permission-denied");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {'spec':{'limits':{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}},'status':{}} | /status
            {'spec':{'limits':{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096,'srq':1}}}     | /spec/limits/srq
            {'spec':{'limits':{'qp':'2','cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}           | /spec/limits/qp
            {'spec':{'limits':{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':'64k'}}}            | /spec/limits/registeredBytes
            {'spec':{'limits':{'qp':2.5,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}           | /spec/limits/qp
            {'spec':{'limits':{'qp':-1,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}            | /spec/limits/qp
            {'spec':{'limits':{'qp':99999999999,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}   | /spec/limits/qp
            {'spec':{'limits':{'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}                    | /spec/limits/qp
            {'spec':{'limits':{'qp':null,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}}          | /spec/limits/qp
            {'spec':{}}                                                                          | /spec/limits
            {}                                                                                   | /spec
            {'metadata':{'name':'Blue_A'},'spec':{'limits':{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}} | /metadata/name
            {'spec':{'nic':'not a nic','limits':{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}}} | /spec/nic
            """)
    void pointsAtWhatIsWrongInARequest(String json, String pointer) {
        Answer answer = operator.post(blue.vfs(), json);
        assertThat(answer.status()).as("%s", answer).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.pointers()).as("%s", answer).contains(pointer);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "7", ""})
    void refusesWhatIsNoRequest(String json) {
        assertThat(operator.post(blue.vfs(), json).status()).isEqualTo(400);
    }

    @Test
    void refusesOtherMediaTypesAndMethods() {
        assertThat(operator.send("POST", blue.vfs(), body("x", LIMITS), "text/plain")
                        .status())
                .isEqualTo(415);
        assertThat(operator.send("PATCH", blue.vfs("here"), "{}", "application/json", "If-Match", "*")
                        .status())
                .isEqualTo(415);
        assertThat(operator.put(blue.vfs("here"), "{}").status()).isEqualTo(405);
    }

    @Test
    void aNameIsTakenOncePerTenantAndFreeToOthers() {
        assertThat(operator.post(blue.vfs(), body("here", LIMITS)).problem()).isEqualTo("already-exists");
        assertThat(stranger.post(red.vfs() + "?validateOnly=true", body("here", LIMITS))
                        .status())
                .isEqualTo(200);
    }

    @Test
    void takesTheNameFromTheQueryOrTheBodyButNotTwoNames() {
        String unnamed = "{'spec':{'limits':" + LIMITS + "}}";
        Answer named = operator.post(blue.vfs() + "?validateOnly=true&virtualFunctionId=from-query", unnamed);
        assertThat(named.require(200).body().at("/metadata/name").asString()).isEqualTo("from-query");
        assertThat(operator.post(blue.vfs() + "?validateOnly=true", unnamed)
                        .require(200)
                        .body()
                        .at("/metadata/name")
                        .asString())
                .startsWith("vf-");
        assertThat(operator.post(blue.vfs() + "?virtualFunctionId=one", body("two", LIMITS))
                        .status())
                .isEqualTo(422);
        assertThat(operator.post(blue.vfs() + "?virtualFunctionId=Not+A+Label", unnamed)
                        .status())
                .isEqualTo(400);
    }

    @Test
    void validatingOnlyChangesNothing() {
        operator.post(blue.vfs() + "?validateOnly=true", body("ghost", LIMITS)).require(200);
        assertThat(operator.get(blue.vfs("ghost")).status()).isEqualTo(404);
        JsonNode wouldBe = operator.patch(
                        blue.vfs("here") + "?validateOnly=true", "{'spec':{'limits':{'qp':5}}}", "If-Match", "*")
                .require(200)
                .body();
        assertThat(wouldBe.at("/spec/limits/qp").asLong()).isEqualTo(5);
        operator.delete(blue.vfs("here") + "?validateOnly=true", "If-Match", "*")
                .require(200);
        assertThat(operator.get(blue.vfs("here")).body().at("/spec/limits/qp").asLong())
                .isEqualTo(2);
    }

    @Test
    void aChangeNamesTheVersionItMeans() {
        String etag = operator.get(blue.vfs("here")).header("ETag");
        assertThat(etag).matches("\"g\\d+\\.s\\d+\"");
        assertThat(operator.patch(blue.vfs("here"), "{}").problem()).isEqualTo("precondition-required");
        assertThat(operator.delete(blue.vfs("here")).status()).isEqualTo(428);
        assertThat(operator.delete(blue.vfs("here"), "If-Match", "\"g99.s1\"").problem())
                .isEqualTo("precondition-failed");
        assertThat(operator.patch(blue.vfs("here"), "{}", "If-Match", "\"g99.s1\"")
                        .status())
                .isEqualTo(412);
        assertThat(operator.patch(blue.vfs("here"), "{}", "If-Match", etag).status())
                .isEqualTo(200);
        assertThat(operator.get(blue.vfs("here"), "If-None-Match", etag).status())
                .isEqualTo(304);
    }

    @Test
    void aVfIsReadByNameOrId() {
        JsonNode byName = operator.get(blue.vfs("here")).require(200).body();
        String id = byName.at("/metadata/id").asString();
        assertThat(UUID.fromString(id).version()).isEqualTo(7);
        assertThat(operator.get(blue.vfs(id)).body()).isEqualTo(byName);
        assertThat(operator.get(blue.vfs("nothing")).status()).isEqualTo(404);
    }

    @Test
    void oneKeyHasOneEffect() {
        String key = UUID.randomUUID().toString();
        Answer first = operator.post(blue.vfs(), body("keyed", LIMITS), "Idempotency-Key", key)
                .require(202);
        Answer again = operator.post(blue.vfs(), body("keyed", LIMITS), "Idempotency-Key", key)
                .require(202);
        assertThat(id(again)).isEqualTo(id(first));
        assertThat(again.header("Location")).isEqualTo("/api/v1/operations/" + id(first));
        assertThat(operator.post(blue.vfs(), body("other", LIMITS), "Idempotency-Key", key)
                        .problem())
                .isEqualTo("idempotency-mismatch");
        plane.await(id(first));
    }

    @Test
    void aVfThatIsBeingChangedSaysWhatIsAllowedAndWhatToWaitFor() {
        Answer begun = operator.post(blue.vfs(), body("busy", LIMITS)).require(202);
        Answer early = operator.delete(blue.vfs("busy"), "If-Match", "*");
        if (early.status() == 409) {
            assertThat(early.problem()).isEqualTo("failed-precondition");
            assertThat(early.body().path("operation").asString()).isEqualTo("/api/v1/operations/" + id(begun));
            assertThat(early.body().at("/allowedVerbs/0").asString()).isEqualTo("get");
        } else {
            // It was through before we asked.
            assertThat(early.status()).isEqualTo(202);
        }
        plane.await(id(begun));
    }

    @Test
    void listsAPageAtATime() {
        Tenant green = plane.newTenant(QUOTA);
        Api admin = plane.admin();
        for (String name : List.of("a", "b", "c")) {
            plane.await(id(admin.post(green.vfs(), body(name, LIMITS)).require(202)));
        }
        JsonNode first = admin.get(green.vfs() + "?pageSize=2").require(200).body();
        assertThat(first.path("items")).hasSize(2);
        String token = first.path("nextPageToken").asString();
        JsonNode rest = admin.get(green.vfs() + "?pageSize=2&pageToken=" + token)
                .require(200)
                .body();
        assertThat(rest.path("items")).hasSize(1);
        assertThat(rest.path("nextPageToken").asString()).isEmpty();
        assertThat(admin.get(blue.vfs() + "?pageToken=" + token).status()).isEqualTo(400);
        assertThat(admin.get(green.vfs() + "?pageSize=-1").status()).isEqualTo(400);
    }

    @Test
    void operationsBelongToTheirTenant() {
        String id = id(operator.post(blue.vfs(), body("followed", LIMITS)).require(202));
        assertThat(stranger.get("/api/v1/operations/" + id).status()).isEqualTo(404);
        assertThat(stranger.post("/api/v1/operations/" + id + ":wait", null).status())
                .isEqualTo(404);
        assertThat(operator.post("/api/v1/operations/" + id + ":wait?timeoutSeconds=-1", null)
                        .status())
                .isEqualTo(400);
        assertThat(operator.get("/api/v1/operations/" + UUID.randomUUID()).status())
                .isEqualTo(404);
        assertThat(operator.get("/api/v1/operations/no-id").status()).isEqualTo(400);
        assertThat(plane.await(id).at("/response/name").asString()).isEqualTo("followed");
        assertThat(viewer.get("/api/v1/operations/" + id).body().path("done").asBoolean())
                .isTrue();
    }

    @Test
    void theApiPageHasTitleSecurityAndProblems() {
        JsonNode page = plane.anonymous().get("/v3/api-docs").require(200).body();
        assertThat(page.path("openapi").asString()).startsWith("3.1");
        assertThat(page.at("/info/title").asString()).isEqualTo("Verbena SR-IOV manager");
        assertThat(page.at("/components/securitySchemes/bearer/scheme").asString())
                .isEqualTo("bearer");
        JsonNode paths = page.path("paths");
        JsonNode vf = paths.path("/api/v1/tenants/{tenant}/virtualFunctions/{vf}");
        assertThat(vf.at("/patch/responses/412/content").has("application/problem+json"))
                .isTrue();
        assertThat(vf.at("/patch/responses/202/content/application~1json/schema/$ref")
                        .asString())
                .endsWith("/Operation");
        assertThat(page.at("/components/schemas/VirtualFunction/properties").has("status"))
                .isTrue();
        assertThat(page.at("/components/schemas").has("Caller")).isFalse();
        paths.forEach(path ->
                path.forEach(operation -> assertThat(operation.path("summary").asString())
                        .as("%s", operation)
                        .isNotEmpty()));
    }

    private static String body(String name, String limits) {
        return "{'metadata':{'name':'" + name + "'},'spec':{'nic':'nic-c','limits':" + limits + "}}";
    }

    private static String id(Answer begun) {
        return begun.body().at("/metadata/id").asString();
    }
}
