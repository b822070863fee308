package io.verbena.tenant.quota.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuotaApiIT {
    private final RunningService service = RunningService.shared();
    private final Api admin = service.admin();

    private String organisation;
    private String tenant;
    private String path;

    @BeforeEach
    void growTree() {
        organisation = service.newOrganisation();
        tenant = service.newTenant(organisation);
        path = "/api/v1/tenants/" + tenant + "/quota";
    }

    @Test
    void aTenantStartsWithNothingAndAnOrganisationWithoutLimits() {
        Answer ofTenant = admin.get(path);
        assertThat(ofTenant.body().at("/spec/limits").size()).isEqualTo(6);
        assertThat(ofTenant.body().at("/spec/limits/registeredBytes").longValue())
                .isZero();
        assertThat(ofTenant.body().at("/status/overLimit").isEmpty()).isTrue();
        Answer ofOrganisation = admin.get("/api/v1/organisations/" + organisation + "/quota");
        assertThat(ofOrganisation.body().at("/spec/limits").isEmpty()).isTrue();
        assertThat(ofOrganisation.body().at("/status/used").size()).isEqualTo(6);
    }

    @Test
    void aSetQuotaIsReadBackAndRaisesTheGeneration() {
        Answer before = admin.get(path);
        Answer set = admin.put(path, before.etag(), "{'spec':{'limits':{'qp':5,'registeredBytes':1048576}}}");
        assertThat(set.status()).isEqualTo(200);
        Answer after = admin.get(path);
        assertThat(after.body()).isEqualTo(set.body());
        assertThat(after.etag()).isEqualTo(set.etag()).isNotEqualTo(before.etag());
        assertThat(after.body().at("/metadata/generation").longValue()).isEqualTo(2);
        assertThat(after.body().at("/spec/limits/qp").longValue()).isEqualTo(5);
        assertThat(after.body().at("/spec/limits/vf").longValue())
                .as("not named, so nothing of it")
                .isZero();
    }

    @Test
    void aChangeNeedsTheGenerationThatWasRead() {
        String body = "{'spec':{'limits':{'qp':5}}}";
        assertThat(admin.putWithoutIfMatch(path, body).problem()).isEqualTo("precondition-required");
        String stale = admin.get(path).etag();
        admin.put(path, stale, body);
        Answer refused = admin.put(path, stale, body);
        assertThat(refused.status()).isEqualTo(412);
        assertThat(refused.problem()).isEqualTo("precondition-failed");
    }

    @Test
    void whatIsUsedMeanwhileDoesNotSpoilTheVersion() {
        service.setTenantQuota(tenant, "'qp':5");
        String read = admin.get(path).etag();
        reserve(3);
        assertThat(admin.get(path).etag()).isNotEqualTo(read);
        assertThat(admin.put(path, read, "{'spec':{'limits':{'qp':6}}}").status())
                .isEqualTo(200);
    }

    @Test
    void aLimitBelowUseIsTakenAndMarked() {
        service.setTenantQuota(tenant, "'qp':5");
        UUID operation = reserve(3);
        service.as("sriov-manager").post("/api/v1/reservations/" + operation + ":commit", "");
        Answer lowered = admin.put(path, "*", "{'spec':{'limits':{'qp':2}}}");
        assertThat(lowered.status()).isEqualTo(200);
        assertThat(lowered.body().at("/status/overLimit/0").stringValue()).isEqualTo("qp");
        assertThat(lowered.body().at("/status/used/qp").longValue()).isEqualTo(3);
        service.as("sriov-manager").post("/api/v1/reservations/" + operation + ":return", "");
        assertThat(admin.get(path).body().at("/status/overLimit").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'qp':-1}                     | /spec/limits/qp",
                "{'qp':9007199254740993}       | /spec/limits/qp",
                "{'qp':99999999999999999999}   | /spec/limits/qp",
                "{'qp':1.5}                    | /spec/limits/qp",
                "{'qp':'5'}                    | /spec/limits/qp",
                "{'qp':true}                   | /spec/limits/qp",
                "{'registeredBytes':'1Gi'}     | /spec/limits/registeredBytes",
                "{'registeredBytes':-4096}     | /spec/limits/registeredBytes",
                "{'registeredMegabytes':1}     | /spec/limits/registeredMegabytes",
                "{'QP':1}                      | /spec/limits/QP",
            })
    void aWrongNumberUnitOrResourceIsRefusedWithItsPointer(String limits, String pointer) {
        Answer answer = admin.put(path, "*", "{'spec':{'limits':" + limits + "}}");
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.pointer()).isEqualTo(pointer);
        assertThat(admin.get(path).body().at("/metadata/generation").longValue())
                .isEqualTo(1);
    }

    @Test
    void whatAClientMayNotWriteOrLeaveOutIsNamed() {
        assertThat(admin.put(path, "*", "{'spec':{'limits':{}},'status':{}}").pointer())
                .isEqualTo("/status");
        assertThat(admin.put(path, "*", "{'spec':{}}").pointer()).isEqualTo("/spec/limits");
    }

    @Test
    void anUnknownNodeIsNotFound() {
        String body = "{'spec':{'limits':{'qp':5}}}";
        for (String missing : List.of("/api/v1/tenants/nobody/quota", "/api/v1/organisations/nobody/quota")) {
            assertThat(admin.get(missing).problem()).isEqualTo("not-found");
            assertThat(admin.put(missing, "*", body).problem()).isEqualTo("not-found");
        }
        assertThat(admin.get("/api/v1/tenants/nobody/usage").problem()).isEqualTo("not-found");
    }

    @Test
    void aTenantReadsItsOwnAndSetsNothing() {
        String other = service.newTenant(organisation);
        Api asTenant = service.tenantClient(tenant, "tenant-admin");
        assertThat(asTenant.get(path).status()).isEqualTo(200);
        assertThat(asTenant.get("/api/v1/tenants/" + tenant + "/usage").status())
                .isEqualTo(200);
        assertThat(asTenant.put(path, "*", "{'spec':{'limits':{'qp':5}}}").problem())
                .isEqualTo("permission-denied");
        assertThat(asTenant.get("/api/v1/tenants/" + other + "/quota").problem())
                .isEqualTo("not-found");
        assertThat(asTenant.get("/api/v1/tenants/" + other + "/usage").problem())
                .isEqualTo("not-found");
        assertThat(asTenant.get("/api/v1/organisations/" + organisation + "/quota")
                        .problem())
                .isEqualTo("permission-denied");
    }

    @Test
    void usageListsWhatIsHeldPageByPage() {
        service.setTenantQuota(tenant, "'qp':9");
        for (int i = 1; i <= 3; i++) {
            reserve(i);
        }
        UUID released = reserve(1);
        service.as("sriov-manager").post("/api/v1/reservations/" + released + ":release", "");
        String usage = "/api/v1/tenants/" + tenant + "/usage?pageSize=2";
        Answer first = admin.get(usage);
        assertThat(first.body().get("items").size()).isEqualTo(2);
        Answer second = admin.get(
                usage + "&pageToken=" + first.body().get("nextPageToken").stringValue());
        assertThat(second.body().get("items").size()).isEqualTo(1);
        assertThat(second.body().get("nextPageToken").stringValue()).isEmpty();
        assertThat(second.body().at("/items/0/state").stringValue()).isEqualTo("RESERVED");
    }

    @Test
    void aTenantInUseStays() {
        service.setTenantQuota(tenant, "'qp':5");
        UUID operation = reserve(1);
        assertThat(admin.delete("/api/v1/tenants/" + tenant, "If-Match", "*").problem())
                .isEqualTo("failed-precondition");
        service.as("sriov-manager").post("/api/v1/reservations/" + operation + ":release", "");
        assertThat(admin.delete("/api/v1/tenants/" + tenant, "If-Match", "*").status())
                .isEqualTo(204);
        assertThat(service.as("sriov-manager")
                        .get("/api/v1/reservations/" + operation)
                        .body()
                        .get("state")
                        .stringValue())
                .as("the operation is remembered longer than its tenant")
                .isEqualTo("RELEASED");
    }

    private UUID reserve(long queuePairs) {
        UUID operation = UUID.randomUUID();
        Answer answer = service.as("sriov-manager")
                .post(
                        "/api/v1/reservations",
                        "{'operationId':'%s','tenant':'%s','amounts':{'qp':%d},'ttlSeconds':60}"
                                .formatted(operation, tenant, queuePairs));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        return operation;
    }

    @Test
    void aNewTenantStartsWithWhatItsNearestAncestorSays() {
        String ofOrganisation = "/api/v1/organisations/" + organisation + "/quota";
        admin.put(ofOrganisation, "*", "{'spec':{'limits':{'qp':50},'tenantDefaults':{'qp':5,'vf':1}}}");
        assertThat(limit(service.newTenant(organisation), "qp")).isEqualTo(5);
        assertThat(limit(service.newTenant(organisation), "cq")).as("not named").isZero();

        String project = RunningService.unique("lab");
        admin.post(
                "/api/v1/projects",
                "{'metadata':{'name':'" + project + "'},'spec':{'organisation':'" + organisation + "'}}");
        String inProject = tenantIn(project);
        assertThat(limit(inProject, "qp")).isEqualTo(5);
        Answer set = admin.put(
                "/api/v1/projects/" + project + "/quota", "*", "{'spec':{'limits':{},'tenantDefaults':{'qp':7}}}");
        assertThat(set.body().at("/spec/tenantDefaults/qp").longValue()).isEqualTo(7);
        assertThat(limit(tenantIn(project), "qp")).isEqualTo(7);
        assertThat(limit(inProject, "qp")).as("it was there before").isEqualTo(5);

        admin.put(ofOrganisation, "*", "{'spec':{'limits':{'qp':50}}}");
        assertThat(limit(service.newTenant(organisation), "qp")).isZero();
        assertThat(admin.put(path, "*", "{'spec':{'limits':{},'tenantDefaults':{}}}")
                        .pointer())
                .as("nobody is below a tenant")
                .isEqualTo("/spec/tenantDefaults");
    }

    @Test
    void eachChangeOfLimitsIsKeptWithWhoMadeIt() {
        admin.put(path, "*", "{'spec':{'limits':{'qp':5}}}");
        admin.put(path, "*", "{'spec':{'limits':{'qp':9}}}");
        Api asTenant = service.tenantClient(tenant, "tenant-admin");
        Answer newest = asTenant.get(path + "/history?pageSize=1");
        assertThat(newest.body().at("/items/0/generation").longValue()).isEqualTo(3);
        assertThat(newest.body().at("/items/0/limits/qp").longValue()).isEqualTo(9);
        assertThat(newest.body().at("/items/0/changedBy").stringValue()).isEqualTo("admin");
        Answer before = asTenant.get(path + "/history?pageSize=1&pageToken="
                + newest.body().get("nextPageToken").stringValue());
        assertThat(before.body().at("/items/0/limits/qp").longValue()).isEqualTo(5);
        assertThat(before.body().get("nextPageToken").stringValue()).isEmpty();

        String other = service.newTenant(organisation);
        assertThat(service.tenantClient(other, "tenant-admin")
                        .get(path + "/history")
                        .status())
                .isEqualTo(404);
        assertThat(asTenant.get("/api/v1/organisations/" + organisation + "/quota/history")
                        .status())
                .isEqualTo(403);
    }

    private String tenantIn(String project) {
        String name = RunningService.unique("blue");
        admin.post(
                "/api/v1/tenants",
                "{'metadata':{'name':'" + name + "'},'spec':{'organisation':'" + organisation + "','project':'"
                        + project + "'}}");
        return name;
    }

    private long limit(String of, String resource) {
        return admin.get("/api/v1/tenants/" + of + "/quota")
                .body()
                .at("/spec/limits/" + resource)
                .longValue();
    }
}
