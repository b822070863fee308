package io.verbena.sriov.vf.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import io.verbena.testkit.Events;
import io.verbena.testkit.Events.Event;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A tenant's VFs, watched through their lives. */
class VfWatchIT {
    private static final String LIMITS = "{'qp':2,'cq':2,'mr':2,'pd':1,'registeredBytes':4096}";
    private static final String QUOTA = "'vf':8,'qp':64,'cq':64,'mr':64,'pd':64,'registeredBytes':1048576";

    private final ControlPlane plane = ControlPlane.shared();

    @Test
    void eachChangeComesOnceAndInOrderThoughTheClientWasAwayAndNoOtherTenantsDoes() throws Exception {
        NicDevice nic = plane.startApprovedNic("nic-m", 8);
        Tenant blue = plane.newTenant(QUOTA);
        Tenant red = plane.newTenant(QUOTA);
        Api viewer = blue.as("tenant-viewer");
        plane.await(blue.request("old", LIMITS));
        // What the list shows is numbered now, so that all of the log from there on is the watch's.
        Eventually.holds(() -> waiting(blue) == 0, "all changes have positions");
        long listedAt = head();
        String list = blue.vfs() + "?watch=true&resourceVersion="
                + viewer.get(blue.vfs())
                        .require(200)
                        .body()
                        .path("resourceVersion")
                        .asString();

        var seen = new ArrayList<Event>();
        plane.await(blue.request("new", LIMITS));
        plane.await(red.request("theirs", LIMITS));
        try (Events events = viewer.watch(list)) {
            while (seen.isEmpty() || !says(seen.getLast(), "new", "ACTIVE")) {
                seen.add(events.next());
            }
        }
        change(plane.admin().patch(blue.vfs("new"), "{'spec':{'limits':{'qp':4}}}", "If-Match", "*"));
        change(plane.admin().delete(blue.vfs("old"), "If-Match", "*"));
        change(plane.admin().delete(red.vfs("theirs"), "If-Match", "*"));
        try (Events events = viewer.watch(list, "Last-Event-ID", seen.getLast().id())) {
            while (!seen.getLast().name().equals("DELETED")) {
                seen.add(events.next());
            }
        }
        assertThat(seen)
                .allSatisfy(
                        event -> assertThat(event.json().at("/metadata/tenant").asString())
                                .isEqualTo(blue.name()));
        assertThat(seen)
                .extracting(event -> event.name() + " " + event.data())
                .isEqualTo(logged(blue, listedAt).subList(0, seen.size()));
        assertThat(viewer.get(red.vfs() + "?watch=true").status()).isEqualTo(404);
        plane.retire(nic);
    }

    @Test
    void aVersionOfAnotherLogIsGone() {
        Tenant blue = plane.newTenant(QUOTA);
        String foreign = plane.ledger()
                .get("/api/v1/tenants")
                .body()
                .path("resourceVersion")
                .asString();
        Api.Answer answer = plane.admin().get(blue.vfs() + "?watch=true&resourceVersion=" + foreign);
        assertThat(answer.status()).isEqualTo(410);
        assertThat(answer.problem()).isEqualTo("resource-version-gone");
    }

    private static boolean says(Event event, String name, String state) {
        return event.json().at("/metadata/name").asString("").equals(name)
                && event.json().at("/status/state").asString("").equals(state);
    }

    private void change(Api.Answer begun) {
        plane.await(begun.require(202).body().at("/metadata/id").asString());
    }

    private long waiting(Tenant tenant) {
        return jdbc().sql("SELECT count(*) FROM outbox WHERE tenant_path = ?")
                .param(tenant.name())
                .query(Long.class)
                .single();
    }

    private long head() {
        return jdbc().sql("SELECT pos FROM change_head").query(Long.class).single();
    }

    private List<String> logged(Tenant tenant, long after) {
        return jdbc().sql("""
                        SELECT type || ' ' || body FROM change
                        WHERE object_type = 'virtualFunction' AND tenant_path = ? AND pos > ? ORDER BY pos
                        """).params(tenant.name(), after).query(String.class).list();
    }

    private JdbcClient jdbc() {
        return plane.manager().bean(JdbcClient.class);
    }
}
