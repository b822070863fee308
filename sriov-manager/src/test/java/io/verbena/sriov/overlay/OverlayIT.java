package io.verbena.sriov.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionStatus;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.overlay.Locations;
import io.verbena.nic.device.overlay.Segment;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.Eventually;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

/** VNIs and who is where, between the real manager and real NICs on an overlay. */
class OverlayIT {
    private static final String QUOTA = "'vf':4,'qp':32,'cq':32,'mr':32,'pd':32,'registeredBytes':1048576";
    private static final String LIMITS = "{'qp':1,'cq':1,'mr':1,'pd':1,'registeredBytes':4096}";
    /** Of all the tests here: a retired NIC keeps its VFs. */
    private static final int FUNCTIONS = 16;

    private static final String NIC_I = "nic-i";
    private static final String NIC_J = "nic-j";

    private final ControlPlane plane = ControlPlane.shared();
    private final Gid vtepI = vtep(1);
    private final Gid vtepJ = vtep(2);
    private NicDevice nicI;
    private NicDevice nicJ;
    private Tenant blue;

    /** Other runs on this machine may hold UDP 4789 of other addresses of the loopback network. */
    private static Gid vtep(int number) {
        long process = ProcessHandle.current().pid();
        return Gid.parse("127." + (64 + process % 128) + "." + process / 128 % 256 + "." + (250 + number));
    }

    @BeforeEach
    void start() {
        nicI = plane.approve(plane.startNic(NIC_I, FUNCTIONS, vtepI));
        nicJ = plane.approve(plane.startNic(NIC_J, FUNCTIONS, vtepJ));
        blue = plane.newTenant(QUOTA);
    }

    @AfterEach
    void stop() {
        plane.retire(nicI);
        plane.retire(nicJ);
    }

    private String vf(Tenant tenant, String name, String nic) {
        String body = "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + nic + "','limits':" + LIMITS + "}}";
        plane.await(plane.admin()
                .post(tenant.vfs(), body)
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
        return tenant.vf(name).at("/status/address").asString();
    }

    private void remove(Tenant tenant, String name) {
        plane.await(plane.admin()
                .delete(tenant.vfs(name), "If-Match", "*")
                .require(202)
                .body()
                .at("/metadata/id")
                .asString());
    }

    private static FunctionSpec spec(NicDevice nic, String address) {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions()))
                .functions().stream()
                        .map(FunctionStatus::spec)
                        .filter(Objects::nonNull)
                        .filter(spec -> spec.address().equals(Gid.parse(address)))
                        .findFirst()
                        .orElseThrow();
    }

    private static Locations locations(NicDevice nic) {
        return nic.locations().orElseThrow();
    }

    private static void eventuallyKnows(NicDevice nic, int vni, Map<String, Gid> places) {
        Map<Gid, Gid> wanted = new HashMap<>();
        places.forEach((address, vtep) -> wanted.put(Gid.parse(address), vtep));
        Eventually.holds(
                () -> locations(nic).segment(vni).map(Segment::vteps).equals(Optional.of(wanted)),
                () -> nic.identity().nic() + " knows " + wanted + ", and has "
                        + locations(nic).segment(vni));
    }

    @Test
    void aTenantsNicsLearnWhoIsWhereAndNobodyElse() {
        String first = vf(blue, "blue-a", NIC_I);
        String second = vf(blue, "blue-b", NIC_J);
        int vni = spec(nicI, first).vni();

        assertThat(vni).isBetween(1, (1 << 24) - 1);
        assertThat(spec(nicJ, second).vni()).isEqualTo(vni);
        eventuallyKnows(nicI, vni, Map.of(first, vtepI, second, vtepJ));
        eventuallyKnows(nicJ, vni, Map.of(first, vtepI, second, vtepJ));

        Tenant red = plane.newTenant(QUOTA);
        String other = vf(red, "red-a", NIC_I);
        int redVni = spec(nicI, other).vni();
        assertThat(redVni).isNotEqualTo(vni);
        eventuallyKnows(nicI, redVni, Map.of(other, vtepI));
        assertThat(locations(nicJ).versions()).containsOnlyKeys(vni);

        remove(blue, "blue-b");
        eventuallyKnows(nicI, vni, Map.of(first, vtepI));
        assertThat(locations(nicJ).versions()).isEmpty();
    }

    @Test
    void aNicThatComesBackElsewhereIsFoundThereAndToldAllAgain() {
        String first = vf(blue, "blue-a", NIC_I);
        String second = vf(blue, "blue-b", NIC_J);
        int vni = spec(nicI, first).vni();
        eventuallyKnows(nicI, vni, Map.of(first, vtepI, second, vtepJ));
        long before = locations(nicI).versions().get(vni);

        nicJ.close();
        Gid moved = vtep(3);
        nicJ = plane.startNic(NIC_J, FUNCTIONS, moved);

        eventuallyKnows(nicI, vni, Map.of(first, vtepI, second, moved));
        eventuallyKnows(nicJ, vni, Map.of(first, vtepI, second, moved));
        assertThat(locations(nicI).versions().get(vni)).isGreaterThan(before);
    }

    @Test
    void aNicMayAskForNetworksOfItsOwnFunctionsAlone() {
        String first = vf(blue, "blue-a", NIC_I);
        int vni = spec(nicI, first).vni();

        assertThat(plane.as(NIC_I)
                        .get("/api/v1/nics/nic-i/segments/" + vni)
                        .require(200)
                        .body()
                        .at("/locations/0/vtep")
                        .asString())
                .isEqualTo(vtepI.toString());
        assertThat(plane.as(NIC_J).get("/api/v1/nics/nic-j/segments/" + vni).status())
                .isEqualTo(404);
        assertThat(plane.as(NIC_J).get("/api/v1/nics/nic-i/segments/" + vni).status())
                .isEqualTo(403);
        assertThat(plane.admin().get("/api/v1/nics/nic-i/segments/" + vni).status())
                .isEqualTo(403);
    }

    @Test
    void aVniComesBackWithTheLastVfAndIsNotTheNextOneGivenOut() {
        vf(blue, "blue-a", NIC_I);
        String address = vf(blue, "blue-b", NIC_I);
        int vni = spec(nicI, address).vni();

        remove(blue, "blue-b");
        assertThat(holders(vni)).as("blue-a still needs it").isEqualTo(1);
        remove(blue, "blue-a");
        assertThat(holders(vni)).isZero();

        Tenant red = plane.newTenant(QUOTA);
        assertThat(spec(nicI, vf(red, "red-a", NIC_I)).vni()).isNotEqualTo(vni);
    }

    @Test
    void aFullCircleOfVnisPassesOverThoseInUse() {
        String address = vf(blue, "blue-a", NIC_I);
        int vni = spec(nicI, address).vni();
        database()
                .sql("UPDATE vni_cursor SET next_vni = :vni")
                .param("vni", vni)
                .update();

        Tenant red = plane.newTenant(QUOTA);
        int next = spec(nicI, vf(red, "red-a", NIC_I)).vni();

        assertThat(next).isNotEqualTo(vni);
        database().sql("UPDATE vni_cursor SET next_vni = 16777215").update();
        Tenant green = plane.newTenant(QUOTA);
        assertThat(spec(nicI, vf(green, "green-a", NIC_I)).vni()).isEqualTo(16_777_215);
        Tenant last = plane.newTenant(QUOTA);
        assertThat(spec(nicI, vf(last, "last-a", NIC_I)).vni()).isBetween(1, 16_777_214);
    }

    private int holders(int vni) {
        return database()
                .sql("SELECT count(*) FROM tenant_network WHERE vni = :vni")
                .param("vni", vni)
                .query(Integer.class)
                .single();
    }

    private JdbcClient database() {
        return plane.manager().bean(JdbcClient.class);
    }
}
