package io.verbena.tenant.lease.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseApiIT {
    private static final String LEASES = "/api/v1/nics/nic-a/leases";

    private final RunningService service = RunningService.shared();
    private final Api nic = service.as("nic-a");
    private String organisation;
    private String tenant;

    @BeforeEach
    void plantTenant() {
        organisation = service.newOrganisation();
        tenant = service.newTenant(organisation);
        service.setTenantQuota(tenant, "'vf':10,'qp':20");
    }

    @Test
    void aConfirmedBootIsGrantedWhatThereIs() {
        UUID boot = UUID.randomUUID();
        long incarnation = open(boot);
        Answer answer = sync(boot, incarnation, 1, 0, 0, 30);
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/lines/0/granted").longValue()).isEqualTo(20);
        assertThat(answer.body().at("/lines/0/headroom").longValue()).isZero();
        assertThat(answer.body().at("/lines/0/shortage/scope").stringValue()).isEqualTo("tenant/" + tenant);
        assertThat(service.admin()
                        .get("/api/v1/tenants/" + tenant + "/quota")
                        .body()
                        .at("/status/leased/qp")
                        .longValue())
                .isEqualTo(20);
        assertThat(reserve(1).problem()).isEqualTo("quota-exceeded");

        sync(boot, incarnation, 2, 20, 15, 5);
        assertThat(reserve(15).status()).isEqualTo(201);
        assertThat(service.admin()
                        .delete("/api/v1/tenants/" + tenant, "If-Match", "*")
                        .problem())
                .isEqualTo("failed-precondition");
    }

    @Test
    void theNextBootFencesTheOneBeforeAndFreesWhatItHad() {
        UUID first = UUID.randomUUID();
        long before = open(first);
        sync(first, before, 1, 0, 0, 20);
        UUID second = UUID.randomUUID();
        long after = open(second);
        assertThat(after).isGreaterThan(before);
        Answer fenced = sync(first, before, 2, 20, 0, 20);
        assertThat(fenced.status()).isEqualTo(409);
        assertThat(fenced.problem()).isEqualTo("lease-fenced");
        assertThat(sync(second, after, 1, 0, 0, 20)
                        .body()
                        .at("/lines/0/granted")
                        .longValue())
                .isEqualTo(20);
    }

    @Test
    void onlyTheNewestChallengeOpens() {
        UUID boot = UUID.randomUUID();
        String old = register(boot);
        String fresh = register(UUID.randomUUID());
        assertThat(confirm(boot, old).problem()).isEqualTo("failed-precondition");
        assertThat(confirm(boot, fresh).problem()).isEqualTo("failed-precondition");
    }

    @Test
    void anOperatorFreesWhatADeadNicHasAndIsRecorded() {
        UUID boot = UUID.randomUUID();
        long incarnation = open(boot);
        sync(boot, incarnation, 1, 0, 0, 20);
        assertThat(nic.post(LEASES + ":declareDead", "{}").status()).isEqualTo(403);
        assertThat(service.as("reader").post(LEASES + ":declareDead", "{}").status())
                .isEqualTo(403);
        assertThat(service.admin().post(LEASES + ":declareDead", "{}").status()).isEqualTo(200);
        assertThat(reserve(20).status()).isEqualTo(201);
        assertThat(sync(boot, incarnation, 2, 20, 0, 20).problem()).isEqualTo("lease-fenced");
        assertThat(service.admin()
                        .post("/api/v1/nics/no-such/leases:declareDead", "{}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aNicSpeaksForItselfAloneAndSensibly() {
        assertThat(nic.post("/api/v1/nics/nic-b/leases:register", "{'bootId':'" + UUID.randomUUID() + "'}")
                        .status())
                .isEqualTo(403);
        assertThat(service.as("sriov-manager")
                        .post(LEASES + ":register", "{'bootId':'" + UUID.randomUUID() + "'}")
                        .status())
                .isEqualTo(403);
        UUID boot = UUID.randomUUID();
        assertThat(sync(boot, open(boot), 1, 5, 6, 0).problem()).isEqualTo("unprocessable");
        assertThat(sync(boot, 0, 1, 5, 5, 0).pointer()).isEqualTo("/incarnation");
    }

    private long open(UUID boot) {
        Answer opened = confirm(boot, register(boot));
        assertThat(opened.status()).isEqualTo(200);
        return opened.body().get("incarnation").longValue();
    }

    private String register(UUID boot) {
        return nic.post(LEASES + ":register", "{'bootId':'" + boot + "'}")
                .body()
                .get("challenge")
                .stringValue();
    }

    private Answer confirm(UUID boot, String challenge) {
        return nic.post(LEASES + ":confirm", "{'bootId':'" + boot + "','challenge':'" + challenge + "'}");
    }

    private Answer sync(UUID boot, long incarnation, long seq, long granted, long returned, long want) {
        return nic.post(
                LEASES + ":sync",
                "{'incarnation':%d,'bootId':'%s','seq':%d,'lines':[{'tenant':'%s','resource':'qp','granted':%d,'returned':%d,'used':0,'want':%d}]}"
                        .formatted(incarnation, boot, seq, tenant, granted, returned, want));
    }

    private Answer reserve(long qp) {
        return service.as("sriov-manager")
                .post(
                        "/api/v1/reservations",
                        "{'operationId':'%s','tenant':'%s','amounts':{'qp':%d},'ttlSeconds':60}"
                                .formatted(UUID.randomUUID(), tenant, qp));
    }
}
