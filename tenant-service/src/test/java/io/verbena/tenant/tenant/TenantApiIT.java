package io.verbena.tenant.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TenantApiIT {
    private static final String ORGANISATIONS = "/api/v1/organisations";
    private static final String TENANTS = "/api/v1/tenants";

    private final RunningService service = RunningService.shared();

    @Test
    void aCreatedTenantIsWhereLocationSays() {
        String organisation = service.newOrganisation();
        String name = RunningService.unique("red");
        Answer created = service.admin()
                .post(TENANTS, "{'metadata':{'name':'" + name + "'},'spec':{'organisation':'" + organisation + "'}}");
        assertThat(created.status()).isEqualTo(201);
        assertThat(created.response().headers().firstValue("Location")).contains(TENANTS + "/" + name);
        Answer read = service.admin().get(TENANTS + "/" + name);
        assertThat(read.body()).isEqualTo(created.body());
        assertThat(read.etag()).isEqualTo(created.etag());
        assertThat(read.body().at("/spec/organisation").stringValue()).isEqualTo(organisation);
        assertThat(read.body().at("/metadata/generation").longValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Blue", "1blue", "blue-", "-blue", "blue_red", "blue.red", "blue/red", " blue"})
    void aNameThatIsNoDnsLabelIsRefusedWithItsPointer(String name) {
        Answer answer = service.admin().post(ORGANISATIONS, "{'metadata':{'name':'" + name + "'}}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.pointer()).isEqualTo("/metadata/name");
    }

    @Test
    void aNameOf64CharactersIsTooLong() {
        assertThat(service.admin()
                        .post(ORGANISATIONS, "{'metadata':{'name':'" + "a".repeat(64) + "'}}")
                        .status())
                .isEqualTo(400);
        assertThat(service.admin()
                        .post(ORGANISATIONS, "{'metadata':{'name':'" + "a".repeat(63) + "'}}")
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'metadata':{'name':'x'},'color':'red'}",
                "{'metadata':{'name':'x','owner':'me'}}",
                "{'metadata':{'name':7}}",
                "{'metadata':null}",
                "{}",
                "{'metadata':",
                "[]",
                ""
            })
    void aBodyThatIsNotUnderstoodIsRefused(String body) {
        Answer answer = service.admin().post(ORGANISATIONS, body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.problem()).isEqualTo("invalid-request");
        assertThat(answer.contentType()).startsWith("application/problem+json");
    }

    @Test
    void anUnknownFieldIsNamed() {
        Answer answer = service.admin().post(ORGANISATIONS, "{'metadata':{'name':'x','owner':'me'}}");
        assertThat(answer.pointer()).isEqualTo("/metadata/owner");
    }

    @Test
    void aTakenNameIsAConflict() {
        String organisation = service.newOrganisation();
        assertThat(service.admin()
                        .post(ORGANISATIONS, "{'metadata':{'name':'" + organisation + "'}}")
                        .problem())
                .isEqualTo("already-exists");
        String tenant = service.newTenant(organisation);
        Answer elsewhere = service.admin()
                .post(
                        TENANTS,
                        "{'metadata':{'name':'" + tenant + "'},'spec':{'organisation':'" + service.newOrganisation()
                                + "'}}");
        assertThat(elsewhere.status()).isEqualTo(409);
        assertThat(elsewhere.problem()).isEqualTo("already-exists");
    }

    @Test
    void aTenantOfAnUnknownOrganisationIsUnprocessable() {
        Answer answer = service.admin().post(TENANTS, "{'metadata':{'name':'lost'},'spec':{'organisation':'nowhere'}}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().get("organisation").stringValue()).isEqualTo("nowhere");
    }

    @Test
    void anotherTenantsTokenSeesTheSameAsForNothing() {
        String organisation = service.newOrganisation();
        String blue = service.newTenant(organisation);
        String red = service.newTenant(organisation);
        var asRed = service.tenantClient(red, "tenant-admin");
        assertThat(asRed.get(TENANTS + "/" + red).status()).isEqualTo(200);
        Answer foreign = asRed.get(TENANTS + "/" + blue);
        Answer missing = asRed.get(TENANTS + "/nobody");
        assertThat(foreign.status()).isEqualTo(404);
        assertThat(foreign.body().get("detail").stringValue().replace(blue, "nobody"))
                .isEqualTo(missing.body().get("detail").stringValue());
        assertThat(asRed.get(TENANTS).problem()).isEqualTo("permission-denied");
        assertThat(asRed.get(ORGANISATIONS + "/" + organisation).problem()).isEqualTo("permission-denied");
    }

    @Test
    void onlyThePlatformsAdministratorCreates() {
        String organisation = service.newOrganisation();
        String body = "{'metadata':{'name':'x'},'spec':{'organisation':'" + organisation + "'}}";
        String blue = service.newTenant(organisation);
        for (var caller : List.of(
                service.as("reader"), service.as("sriov-manager"), service.tenantClient(blue, "tenant-admin"))) {
            assertThat(caller.post(TENANTS, body).problem()).isEqualTo("permission-denied");
        }
        assertThat(service.withToken("").post(TENANTS, body).problem()).isEqualTo("unauthenticated");
        assertThat(service.withToken("junk").post(TENANTS, body).problem()).isEqualTo("unauthenticated");
    }

    @Test
    void listsPageByPage() {
        String organisation = service.newOrganisation();
        service.newTenant(organisation);
        service.newTenant(organisation);
        Answer first = service.as("reader").get(TENANTS + "?pageSize=1");
        assertThat(first.body().get("items")).hasSize(1);
        String token = first.body().get("nextPageToken").stringValue();
        Answer second = service.as("reader").get(TENANTS + "?pageSize=1&pageToken=" + token);
        assertThat(second.body().at("/items/0/metadata/name").stringValue())
                .isGreaterThan(first.body().at("/items/0/metadata/name").stringValue());
        assertThat(service.as("reader").get(TENANTS + "?pageToken=x" + token).status())
                .isEqualTo(400);
    }

    @Test
    void deletionNeedsTheVersionThatWasRead() {
        String organisation = service.newOrganisation();
        String path = ORGANISATIONS + "/" + organisation;
        assertThat(service.admin().delete(path).status()).isEqualTo(428);
        assertThat(service.admin().delete(path, "If-Match", "\"g7.s0\"").status())
                .isEqualTo(412);
        String etag = service.admin().get(path).etag();
        assertThat(service.admin().delete(path, "If-Match", etag).status()).isEqualTo(204);
        assertThat(service.admin().get(path).status()).isEqualTo(404);
        assertThat(service.admin().delete(path, "If-Match", etag).status()).isEqualTo(404);
    }

    @Test
    void anOrganisationWithTenantsStays() {
        String organisation = service.newOrganisation();
        String tenant = service.newTenant(organisation);
        Answer refused = service.admin().delete(ORGANISATIONS + "/" + organisation, "If-Match", "*");
        assertThat(refused.problem()).isEqualTo("failed-precondition");
        assertThat(service.admin()
                        .delete(TENANTS + "/" + tenant, "If-Match", "*")
                        .status())
                .isEqualTo(204);
        assertThat(service.admin()
                        .delete(ORGANISATIONS + "/" + organisation, "If-Match", "*")
                        .status())
                .isEqualTo(204);
    }

    @Test
    void aRepeatedCreationWithOneKeyIsAnsweredAlike() {
        String name = RunningService.unique("org");
        String body = "{'metadata':{'name':'" + name + "'}}";
        Answer first = service.admin().post(ORGANISATIONS, body, "Idempotency-Key", "\"" + name + "\"");
        Answer second = service.admin().post(ORGANISATIONS, body, "Idempotency-Key", "\"" + name + "\"");
        assertThat(second.status()).isEqualTo(201);
        assertThat(second.body()).isEqualTo(first.body());
    }

    @Test
    void aSuspendedTenantKeepsWhatItHasAndGetsNothingMore() {
        String organisation = service.newOrganisation();
        String tenant = service.newTenant(organisation);
        service.setTenantQuota(tenant, "'qp':10");
        UUID held = UUID.randomUUID();
        assertThat(reserve(held, tenant, 4).status()).isEqualTo(201);

        String path = TENANTS + "/" + tenant;
        Answer suspended = service.admin().post(path + ":suspend", "{'reason':'unpaid'}");
        assertThat(suspended.status()).isEqualTo(200);
        assertThat(suspended.body().at("/status/state").stringValue()).isEqualTo("SUSPENDED");
        assertThat(service.admin().post(path + ":suspend", "{'reason':'late'}").etag())
                .isEqualTo(suspended.etag());
        assertThat(service.tenantClient(tenant, "tenant-admin")
                        .get(path)
                        .body()
                        .at("/status/reason")
                        .stringValue())
                .isEqualTo("unpaid");

        Answer refused = reserve(UUID.randomUUID(), tenant, 1);
        assertThat(refused.problem()).isEqualTo("failed-precondition");
        assertThat(refused.body().get("state").stringValue()).isEqualTo("SUSPENDED");
        assertThat(reserve(held, tenant, 4).status()).as("a repeat").isEqualTo(200);
        assertThat(service.as("sriov-manager")
                        .post("/api/v1/reservations/" + held + ":commit", "{}")
                        .status())
                .isEqualTo(200);
        assertThat(service.admin()
                        .get(path + "/quota")
                        .body()
                        .at("/status/used/qp")
                        .longValue())
                .isEqualTo(4);

        assertThat(service.admin()
                        .post(path + ":resume", "{}")
                        .body()
                        .at("/status/state")
                        .stringValue())
                .isEqualTo("ACTIVE");
        assertThat(reserve(UUID.randomUUID(), tenant, 6).status()).isEqualTo(201);
    }

    @Test
    void onlyAnAdministratorSuspendsAndSaysWhy() {
        String tenant = service.newTenant(service.newOrganisation());
        String verb = TENANTS + "/" + tenant + ":suspend";
        assertThat(service.as("reader").post(verb, "{'reason':'x'}").status()).isEqualTo(403);
        assertThat(service.tenantClient(tenant, "tenant-admin")
                        .post(TENANTS + "/" + tenant + ":resume", "{}")
                        .status())
                .isEqualTo(403);
        assertThat(service.admin().post(verb, "{'reason':''}").pointer()).isEqualTo("/reason");
        assertThat(service.admin()
                        .post(TENANTS + "/no-such:suspend", "{'reason':'x'}")
                        .problem())
                .isEqualTo("not-found");
    }

    private Answer reserve(UUID operation, String tenant, long qp) {
        return service.as("sriov-manager")
                .post(
                        "/api/v1/reservations",
                        "{'operationId':'%s','tenant':'%s','amounts':{'qp':%d},'ttlSeconds':60}"
                                .formatted(operation, tenant, qp));
    }
}
