package io.verbena.sriov.vf.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.vf.model.Happening;
import io.verbena.sriov.vf.model.VfHistory;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What happened to VFs, as their tenants and the platform read it. */
class VfEventIT {
    private static final String LIMITS = "{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}";
    private static final String QUOTA = "'vf':8,'qp':64,'cq':64,'mr':64,'pd':64,'registeredBytes':1048576";

    private final ControlPlane plane = ControlPlane.shared();

    @Test
    void aVfsLifeIsToldWithWhoAskedAndOutlivesIt() {
        NicDevice nic = plane.startApprovedNic("nic-n", 4);
        Tenant blue = plane.newTenant(QUOTA);
        Tenant red = plane.newTenant(QUOTA);
        Api viewer = blue.as("tenant-viewer");
        plane.await(blue.request("told", LIMITS));
        plane.await(plane.admin()
                .patch(blue.vfs("told"), "{'spec':{'limits':{'qp':4}}}", "If-Match", "*")
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
        plane.await(plane.admin()
                .delete(blue.vfs("told"), "If-Match", "*")
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
        plane.await(red.request("theirs", LIMITS));

        List<JsonNode> events = all(viewer, blue.vfs("told") + "/events");
        assertThat(events.reversed())
                .extracting(event -> event.path("reason").asString())
                .startsWith("Requested", "Reserved")
                .containsSubsequence("Configuring", "Active", "LimitsChanged", "Draining", "Resetting", "Released")
                .endsWith("Removed");
        JsonNode first = events.getLast();
        assertThat(first.path("type").asString()).isEqualTo("Normal");
        assertThat(first.path("actor").asString()).isEqualTo("admin");
        assertThat(first.path("message").asString()).contains("qp 2");
        assertThat(first.path("count").asLong()).isEqualTo(1);
        assertThat(first.at("/object/name").asString()).isEqualTo("told");
        assertThat(first.at("/object/tenant").asString()).isEqualTo(blue.name());
        assertThat(first.path("firstSeen").asString()).endsWith("Z");
        assertThat(events.getFirst().path("actor").asString()).isEqualTo("sriov-manager");

        assertThat(all(viewer, "/api/v1/tenants/" + blue.name() + "/events")).isEqualTo(events);
        assertThat(all(plane.as("reader"), "/api/v1/events"))
                .extracting(event -> event.at("/object/tenant").asString())
                .contains(blue.name(), red.name());
        assertThat(viewer.get("/api/v1/events").status()).isEqualTo(403);
        assertThat(viewer.get(red.vfs("theirs") + "/events").status()).isEqualTo(404);
        assertThat(viewer.get("/api/v1/tenants/" + red.name() + "/events").status())
                .isEqualTo(404);
        assertThat(viewer.get(blue.vfs("never") + "/events").status()).isEqualTo(404);
        plane.retire(nic);
    }

    @Test
    void whatHappensAgainIsCounted() {
        NicDevice nic = plane.startApprovedNic("nic-n", 4);
        Tenant blue = plane.newTenant(QUOTA);
        plane.await(blue.request("again", LIMITS));
        VfHistory history = plane.manager().bean(VfHistory.class);
        VirtualFunction vf = plane.manager()
                .bean(VirtualFunctions.class)
                .find(blue.name(), "again")
                .orElseThrow();
        for (int i = 0; i < 3; i++) {
            history.record(vf, Happening.drifted("nic-n"));
        }
        JsonNode newest = all(plane.admin(), blue.vfs("again") + "/events").getFirst();
        assertThat(newest.path("type").asString()).isEqualTo("Warning");
        assertThat(newest.path("reason").asString()).isEqualTo("DriftFound");
        assertThat(newest.path("count").asLong()).isEqualTo(3);
        assertThat(newest.path("lastSeen").asString())
                .isGreaterThan(newest.path("firstSeen").asString());
        plane.retire(nic);
    }

    private static List<JsonNode> all(Api api, String path) {
        List<JsonNode> all = new ArrayList<>();
        String token = "";
        do {
            JsonNode page = api.get(path + "?pageSize=3&pageToken=" + token)
                    .require(200)
                    .body();
            page.path("items").forEach(all::add);
            token = page.path("nextPageToken").asString();
        } while (!token.isEmpty());
        return all;
    }
}
