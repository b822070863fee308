package io.verbena.tenant.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The level between an organisation and its tenants. */
class ProjectApiIT {
    private static final String PROJECTS = "/api/v1/projects";
    private static final String TENANTS = "/api/v1/tenants";

    private final RunningService service = RunningService.shared();
    private String organisation;
    private String project;

    @BeforeEach
    void plantProject() {
        organisation = service.newOrganisation();
        project = RunningService.unique("lab");
        Answer created = createProject(project, organisation);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.response().headers().firstValue("Location")).contains(PROJECTS + "/" + project);
        assertThat(service.admin().get(PROJECTS + "/" + project).body()).isEqualTo(created.body());
    }

    @Test
    void aTenantSaysWhichProjectItIsIn() {
        String tenant = RunningService.unique("blue");
        Answer created = createTenant(tenant, organisation, project);
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.body().at("/spec/organisation").stringValue()).isEqualTo(organisation);
        assertThat(created.body().at("/spec/project").stringValue()).isEqualTo(project);
        assertThat(service.admin()
                        .get(TENANTS + "/" + service.newTenant(organisation))
                        .body()
                        .at("/spec/project")
                        .isMissingNode())
                .isTrue();
    }

    @Test
    void aProjectsLimitHoldsForAllItsTenantsTogether() {
        String first = plantTenant();
        String second = plantTenant();
        Answer set =
                service.admin().put(PROJECTS + "/" + project + "/quota", "*", "{'spec':{'limits':{'vf':9,'qp':10}}}");
        assertThat(set.status()).isEqualTo(200);

        assertThat(reserve(first, 6).status()).isEqualTo(201);
        Answer refused = reserve(second, 5);
        assertThat(refused.problem()).isEqualTo("quota-exceeded");
        assertThat(refused.body().get("scope").stringValue()).isEqualTo("project/" + project);
        assertThat(refused.body().get("limit").longValue()).isEqualTo(10);
        assertThat(reserve(second, 4).status()).isEqualTo(201);

        for (String node : new String[] {PROJECTS + "/" + project, "/api/v1/organisations/" + organisation}) {
            assertThat(service.admin()
                            .get(node + "/quota")
                            .body()
                            .at("/status/reserved/qp")
                            .longValue())
                    .as(node)
                    .isEqualTo(10);
        }
    }

    @Test
    void aParentThatIsNotThereIsNamed() {
        String other = service.newOrganisation();
        Answer elsewhere = createTenant(RunningService.unique("blue"), other, project);
        assertThat(elsewhere.problem()).isEqualTo("unprocessable");
        assertThat(elsewhere.body().get("project").stringValue()).isEqualTo(project);
        assertThat(createTenant(RunningService.unique("blue"), organisation, "no-such")
                        .problem())
                .isEqualTo("unprocessable");
        assertThat(createProject(RunningService.unique("lab"), "no-such").problem())
                .isEqualTo("unprocessable");
    }

    @Test
    void aProjectAndATenantBesideItCannotShareAName() {
        assertThat(createTenant(project, organisation, null).problem()).isEqualTo("already-exists");
        assertThat(createTenant(project, organisation, project).status()).isEqualTo(201);
        assertThat(createProject(project, service.newOrganisation()).problem()).isEqualTo("already-exists");
    }

    @Test
    void whatHasChildrenStays() {
        String tenant = plantTenant();
        assertThat(delete(PROJECTS, project).problem()).isEqualTo("failed-precondition");
        assertThat(delete("/api/v1/organisations", organisation).problem()).isEqualTo("failed-precondition");
        assertThat(delete(TENANTS, tenant).status()).isEqualTo(204);
        assertThat(delete(PROJECTS, project).status()).isEqualTo(204);
        assertThat(service.admin().get(PROJECTS + "/" + project).problem()).isEqualTo("not-found");
        assertThat(delete("/api/v1/organisations", organisation).status()).isEqualTo(204);
    }

    @Test
    void itIsForThePlatformsPeople() {
        var tenant = service.tenantClient(plantTenant(), "tenant-admin");
        assertThat(tenant.get(PROJECTS + "/" + project).status()).isEqualTo(403);
        assertThat(tenant.get(PROJECTS).status()).isEqualTo(403);
        assertThat(tenant.get(PROJECTS + "/" + project + "/quota").status()).isEqualTo(403);
        assertThat(service.as("reader").get(PROJECTS + "/" + project).status()).isEqualTo(200);
        assertThat(service.as("reader")
                        .put(PROJECTS + "/" + project + "/quota", "*", "{'spec':{'limits':{}}}")
                        .status())
                .isEqualTo(403);
    }

    private String plantTenant() {
        String tenant = RunningService.unique("blue");
        assertThat(createTenant(tenant, organisation, project).status()).isEqualTo(201);
        service.setTenantQuota(tenant, "'vf':9,'qp':20");
        return tenant;
    }

    private Answer createProject(String name, String in) {
        return service.admin()
                .post(PROJECTS, "{'metadata':{'name':'" + name + "'},'spec':{'organisation':'" + in + "'}}");
    }

    private Answer createTenant(String name, String in, String inProject) {
        String spec = "'organisation':'" + in + "'" + (inProject == null ? "" : ",'project':'" + inProject + "'");
        return service.admin().post(TENANTS, "{'metadata':{'name':'" + name + "'},'spec':{" + spec + "}}");
    }

    private Answer delete(String collection, String name) {
        return service.admin().delete(collection + "/" + name, "If-Match", "*");
    }

    private Answer reserve(String tenant, long qp) {
        return service.as("sriov-manager")
                .post(
                        "/api/v1/reservations",
                        "{'operationId':'%s','tenant':'%s','amounts':{'qp':%d},'ttlSeconds':60}"
                                .formatted(UUID.randomUUID(), tenant, qp));
    }
}
