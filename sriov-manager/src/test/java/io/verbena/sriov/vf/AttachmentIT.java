package io.verbena.sriov.vf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.device.NicDevice;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.VerbsException;
import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Who holds a VF, in each order in which words about it can arrive. */
class AttachmentIT {
    private static final String NIC = "nic-l";
    private static final String LIMITS = "{'qp':1,'cq':1,'mr':1,'pd':4,'registeredBytes':4096}";

    private static ControlPlane plane;
    private static NicDevice nic;
    private Tenant blue;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic(NIC, 2);
    }

    @AfterAll
    static void stop() {
        plane.retire(nic);
    }

    @BeforeEach
    void aVf() {
        blue = plane.newTenant("'vf':1,'qp':1,'cq':1,'mr':1,'pd':4,'registeredBytes':4096");
        plane.await(id(plane.admin()
                .post(
                        blue.vfs(),
                        "{'metadata':{'name':'blue-a'},'spec':{'nic':'" + NIC + "','limits':" + LIMITS + "}}")));
    }

    @AfterEach
    void release() {
        if (plane.admin().get(blue.vfs("blue-a")).status() == 200) {
            plane.await(id(plane.admin().delete(blue.vfs("blue-a"), "If-Match", "*")));
        }
    }

    @Test
    void aHolderHasAnEpochOfItsOwnAndKeepsItWhenItRenews() {
        Context before = open();
        JsonNode attached = attach("pod/a", 60);
        long epoch = attached.at("/status/attachment/epoch").asLong();
        assertThat(epoch).isEqualTo(attached.at("/status/epoch").asLong());
        assertThat(attached.at("/status/attachment/holder").asString()).isEqualTo("pod/a");
        ready();
        assertThatThrownBy(before::allocPd).isInstanceOf(VerbsException.class);

        Context context = open();
        JsonNode renewed = attach("pod/a", 600);
        assertThat(renewed.at("/status/attachment/epoch").asLong()).isEqualTo(epoch);
        assertThat(renewed.at("/status/attachment/leaseUntil").asString())
                .isGreaterThan(attached.at("/status/attachment/leaseUntil").asString());
        context.allocPd();
        Api.Answer other = plane.admin().post(blue.vfs("blue-a") + ":attach", "{'holder':'pod/b'}");
        assertThat(other.status()).isEqualTo(409);
        assertThat(other.problem()).isEqualTo("stale-epoch");
        assertThat(other.body().path("holder").asString()).isEqualTo("pod/a");
        context.allocPd();
        context.close();
    }

    @Test
    void aDetachThatComesTwiceIsAsOne() {
        long epoch = attached("pod/a");
        Context context = open();
        JsonNode detached = detach(epoch).require(200).body();
        assertThat(detached.at("/status/attachment").isMissingNode()).isTrue();
        assertThat(detached.at("/status/epoch").asLong()).isGreaterThan(epoch);
        ready();
        assertThatThrownBy(context::allocPd).isInstanceOf(VerbsException.class);
        Context after = open();
        JsonNode again = detach(epoch).require(200).body();
        assertThat(again.at("/status/epoch")).isEqualTo(detached.at("/status/epoch"));
        after.allocPd();
        after.close();
    }

    @Test
    void aDetachThatComesAfterTheNextHolderDoesNotTouchIt() {
        long first = attached("pod/a");
        detach(first).require(200);
        long second = attached("pod/b");
        Context context = open();
        Api.Answer late = detach(first);
        assertThat(late.status()).isEqualTo(409);
        assertThat(late.problem()).isEqualTo("stale-epoch");
        assertThat(late.body().path("holder").asString()).isEqualTo("pod/b");
        assertThat(vf().at("/status/attachment/epoch").asLong()).isEqualTo(second);
        context.allocPd();
        context.close();
    }

    @Test
    void anExpiredLeaseIsADetachAndALateOneAfterItNothing() {
        long epoch = attached("pod/a");
        Context context = open();
        expire();
        Eventually.holds(() -> vf().at("/status/attachment").isMissingNode(), "the lease is over");
        JsonNode over = vf();
        assertThat(over.at("/status/epoch").asLong()).isGreaterThan(epoch);
        ready();
        assertThatThrownBy(context::allocPd).isInstanceOf(VerbsException.class);
        assertThat(detach(epoch).require(200).body().at("/status/epoch")).isEqualTo(over.at("/status/epoch"));

        long next = attached("pod/b");
        assertThat(next).isGreaterThan(epoch);
        assertThat(detach(epoch).status()).isEqualTo(409);
        assertThat(vf().at("/status/attachment/epoch").asLong()).isEqualTo(next);
    }

    @Test
    void aDetachIsWhatADrainWaitsFor() {
        long epoch = attached("pod/a");
        open();
        String drain = id(plane.admin()
                .post(blue.vfs("blue-a") + ":drain", "{'deadlineSeconds':600,'outcome':'CANCEL'}", "If-Match", "*"));
        assertThat(plane.admin()
                        .post(blue.vfs("blue-a") + ":attach", "{'holder':'pod/b'}")
                        .status())
                .isEqualTo(409);
        detach(epoch).require(200);
        assertThat(plane.await(drain).path("error").isMissingNode()).isTrue();
        assertThat(blue.used("vf")).isZero();
        assertThat(detach(epoch).status()).isEqualTo(404);
    }

    @Test
    void holderAndEpochAreNamedByTheTenantsOwn() {
        String path = blue.vfs("blue-a");
        for (String body : new String[] {"{}", "{'holder':''}", "{'holder':'a','leaseSeconds':0}"}) {
            assertThat(plane.admin().post(path + ":attach", body).status()).isEqualTo(400);
        }
        assertThat(plane.admin().post(path + ":detach", "{}").status()).isEqualTo(400);
        Tenant red = plane.newTenant("'vf':1");
        assertThat(red.as("tenant-admin")
                        .post(path + ":attach", "{'holder':'a'}")
                        .status())
                .isEqualTo(404);
        assertThat(blue.as("tenant-viewer")
                        .post(path + ":detach", "{'epoch':1}")
                        .status())
                .isEqualTo(403);
    }

    private void expire() {
        plane.manager()
                .bean(JdbcClient.class)
                .sql("UPDATE vf_status SET lease_until = now() - interval '1 second' WHERE vf = :vf::uuid")
                .param("vf", vf().at("/status/uid").asString())
                .update();
    }

    private long attached(String holder) {
        long epoch = attach(holder, 600).at("/status/attachment/epoch").asLong();
        ready();
        return epoch;
    }

    private JsonNode attach(String holder, int seconds) {
        return plane.admin()
                .post(blue.vfs("blue-a") + ":attach", "{'holder':'" + holder + "','leaseSeconds':" + seconds + "}")
                .require(200)
                .body();
    }

    private Api.Answer detach(long epoch) {
        return plane.admin().post(blue.vfs("blue-a") + ":detach", "{'epoch':" + epoch + "}");
    }

    private void ready() {
        Eventually.holds(
                () -> vf().at("/status/conditions/0/status").asString().equals("True"), () -> "ready: " + vf());
    }

    private JsonNode vf() {
        return blue.vf("blue-a");
    }

    private Context open() {
        return Context.open(
                nic.channel(), UUID.fromString(vf().at("/status/uid").asString()));
    }

    private static String id(Api.Answer begun) {
        return begun.require(202).body().at("/metadata/id").asString();
    }
}
