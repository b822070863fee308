package io.verbena.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService.Api;
import io.verbena.testkit.Events;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Lists of this service, watched. */
class TenantWatchIT {
    private static final String TENANTS = "/api/v1/tenants";

    private final RunningService service = RunningService.shared();
    private final Api manager = service.as("sriov-manager");

    @Test
    void aTenantSeesItsLimitsAndReservationsAndNobodyElses() throws Exception {
        String organisation = service.newOrganisation();
        String blue = service.newTenant(organisation);
        String red = service.newTenant(organisation);
        service.setTenantQuota(blue, "'qp':1");
        service.setTenantQuota(red, "'qp':1");
        Api viewer = service.tenantClient(blue, "tenant-viewer");
        try (Events limits = viewer.watch(TENANTS + "/" + blue + "/quota?watch=true");
                Events usage = viewer.watch(TENANTS + "/" + blue + "/usage?watch=true")) {
            service.setTenantQuota(red, "'qp':9");
            service.setOrganisationQuota(organisation, "'qp':99");
            service.setTenantQuota(blue, "'qp':5");
            assertThat(limits.next().said("/metadata/scope", "/metadata/generation", "/spec/limits/qp"))
                    .isEqualTo("MODIFIED tenant/" + blue + " 3 5");
            reserve(red);
            UUID mine = reserve(blue);
            manager.post("/api/v1/reservations/" + mine + ":commit", "{}");
            manager.post("/api/v1/reservations/" + mine + ":return", "{}");
            for (String expected : new String[] {"ADDED RESERVED ", "MODIFIED COMMITTED ", "DELETED RETURNED "}) {
                assertThat(usage.next().said("/state", "/operationId")).isEqualTo(expected + mine);
            }
        }
    }

    @Test
    void whatATenantMayNotListItMayNotWatch() {
        String organisation = service.newOrganisation();
        String red = service.newTenant(organisation);
        Api viewer = service.tenantClient(service.newTenant(organisation), "tenant-viewer");
        assertThat(viewer.get(TENANTS + "/" + red + "/quota?watch=true").status())
                .isEqualTo(404);
        assertThat(viewer.get(TENANTS + "/" + red + "/usage?watch=true").status())
                .isEqualTo(404);
        assertThat(viewer.get(TENANTS + "?watch=true").status()).isEqualTo(403);
        assertThat(viewer.get("/api/v1/organisations?watch=true").status()).isEqualTo(403);
    }

    @Test
    void tenantsComeAndGoInTheirList() throws Exception {
        String organisation = service.newOrganisation();
        String version =
                service.admin().get(TENANTS).body().get("resourceVersion").stringValue();
        String blue = service.newTenant(organisation);
        assertThat(service.admin().delete(TENANTS + "/" + blue, "If-Match", "*").status())
                .isEqualTo(204);
        try (Events events = service.admin().watch(TENANTS + "?watch=true&resourceVersion=" + version)) {
            assertThat(events.next().said("/metadata/name", "/spec/organisation"))
                    .isEqualTo("ADDED " + blue + " " + organisation);
            assertThat(events.next().said("/metadata/name")).isEqualTo("DELETED " + blue);
        }
    }

    private UUID reserve(String tenant) {
        UUID operation = UUID.randomUUID();
        assertThat(manager.post(
                                "/api/v1/reservations",
                                "{'operationId':'%s','tenant':'%s','amounts':{'qp':1},'ttlSeconds':60}"
                                        .formatted(operation, tenant))
                        .status())
                .isEqualTo(201);
        return operation;
    }
}
