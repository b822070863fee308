package io.verbena.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import io.verbena.testkit.MetricsTable;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ObservationIT {
    private final RunningService service = RunningService.shared();

    @Test
    void theLedgerIsExposedByTenantScopeAndResource() {
        String organisation = service.newOrganisation();
        String tenant = service.newTenant(organisation);
        service.setTenantQuota(tenant, "'qp':5,'registeredBytes':4096");
        reserve(tenant, "{'qp':3,'registeredBytes':1024}");
        assertThat(reserve(tenant, "{'qp':3}").status()).isEqualTo(409);
        String ofTenant = "scope=\"tenant/" + tenant + "\",tenant=\"" + tenant + "\"";
        await().untilAsserted(() -> assertThat(metrics())
                .contains(series("vnic_quota_objects_limit", "qp", ofTenant) + " 5")
                .contains(series("vnic_quota_objects_reserved", "qp", ofTenant) + " 3")
                .contains(series("vnic_quota_objects_used", "qp", ofTenant) + " 0")
                .contains(series("vnic_quota_limit_bytes", "registered_bytes", ofTenant) + " 4096")
                .contains(series("vnic_quota_reserved_bytes", "registered_bytes", ofTenant) + " 1024")
                .contains(series("vnic_quota_used_bytes", "registered_bytes", ofTenant) + " 0"));
        assertThat(metrics())
                .contains("vnic_quota_denials_total{application=\"tenant-service\",layer=\"admission\",resource=\"qp\","
                        + ofTenant + "} 1")
                .as("an organisation without a limit has no limit series")
                .doesNotContain("vnic_quota_objects_limit{application=\"tenant-service\",resource=\"qp\",scope=\""
                        + "organisation/" + organisation)
                .contains(series("vnic_quota_over_limit", "qp", ofTenant) + " 0")
                .contains("vnic_quota_denials_total{application=\"tenant-service\",layer=\"admission\",resource="
                        + "\"registered_bytes\"," + ofTenant + "} 0");
        lease(tenant, 2);
        await().untilAsserted(() -> assertThat(metrics())
                .contains("vnic_quota_stranded{application=\"tenant-service\",nic=\"nic-a\",resource=\"qp\",tenant=\""
                        + tenant + "\"} 0")
                .contains(
                        "vnic_ledger_device_difference{application=\"tenant-service\",nic=\"nic-a\",resource=\"qp\"} 2")
                .contains(series("vnic_quota_objects_leased", "qp", ofTenant) + " 2"));
        assertThat(MetricsTable.exposed(metrics()))
                .isEqualTo(MetricsTable.documented(Path.of("../docs/metrics.md"), "tenant-service", "Services with"));
    }

    @Test
    void thePageOfTheApiSaysHowToCallIt() {
        JsonNode page = service.withToken("").get("/v3/api-docs").body();
        assertThat(page.at("/info/title").stringValue()).isEqualTo("Verbena tenant service");
        assertThat(page.at("/components/securitySchemes/bearer/scheme").stringValue())
                .isEqualTo("bearer");
        assertThat(page.at("/components/securitySchemes/clientCredentials/flows/clientCredentials/tokenUrl")
                        .stringValue())
                .endsWith("/oauth2/token");
        JsonNode reserve = page.at("/paths/~1api~1v1~1reservations/post");
        assertThat(reserve.at("/responses/409/content/application~1problem+json/schema/$ref")
                        .stringValue())
                .isEqualTo("#/components/schemas/Problem");
        assertThat(reserve.path("parameters").toString()).doesNotContain("caller");
        assertThat(page.at("/components/schemas/NewLimits/properties/registeredBytes/maximum")
                        .longValue())
                .isEqualTo(1L << 53);
        assertThat(service.withToken("").get("/swagger-ui/index.html").status()).isEqualTo(200);
    }

    /** A NIC is granted what it has not yet seen. */
    private void lease(String tenant, long qp) {
        UUID boot = UUID.randomUUID();
        Api nic = service.as("nic-a");
        String leases = "/api/v1/nics/nic-a/leases:";
        String challenge = nic.post(leases + "register", "{'bootId':'" + boot + "'}")
                .body()
                .get("challenge")
                .stringValue();
        long incarnation = nic.post(leases + "confirm", "{'bootId':'" + boot + "','challenge':'" + challenge + "'}")
                .body()
                .get("incarnation")
                .longValue();
        Answer synced = nic.post(
                leases + "sync",
                "{'incarnation':%d,'bootId':'%s','seq':1,'lines':[{'tenant':'%s','resource':'qp','granted':0,'returned':0,'used':0,'want':%d}]}"
                        .formatted(incarnation, boot, tenant, qp));
        assertThat(synced.status()).isEqualTo(200);
    }

    private Answer reserve(String tenant, String amounts) {
        return service.as("sriov-manager")
                .post(
                        "/api/v1/reservations",
                        "{'operationId':'%s','tenant':'%s','amounts':%s,'ttlSeconds':60}"
                                .formatted(UUID.randomUUID(), tenant, amounts));
    }

    private static String series(String name, String resource, String ofTenant) {
        return name + "{application=\"tenant-service\",resource=\"" + resource + "\"," + ofTenant + "}";
    }

    private String metrics() {
        return service.withToken("").get("/actuator/prometheus").response().body();
    }
}
