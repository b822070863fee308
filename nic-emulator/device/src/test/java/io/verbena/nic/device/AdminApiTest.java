package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.nic.device.NicProperties.ManagerProperties;
import io.verbena.nic.device.control.ClientCredentials;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Over HTTP, with tokens that are really signed. */
class AdminApiTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);
    private static final UUID BLUE = UUID.randomUUID();
    private static final UUID RED = UUID.randomUUID();
    private static final String DIGEST = "0123456789abcdef".repeat(4);
    private static final String OTHER_DIGEST = "fedcba9876543210".repeat(4);

    private static TestTokens tokens;
    private static HttpClient http;
    private NicDevice nic;
    private String bearer;

    @BeforeAll
    static void startIssuer() {
        tokens = TestTokens.start();
        http = HttpClient.newHttpClient();
    }

    @AfterAll
    static void stopIssuer() {
        tokens.close();
        http.close();
    }

    @BeforeEach
    void start() throws IOException {
        nic = NicDevice.start(properties());
        bearer = tokens.service("sriov-manager");
    }

    @AfterEach
    void stop() {
        nic.close();
    }

    private static NicProperties properties() {
        return NicProperties.local("nic-a", 4).withAdmin(new AdminProperties(ANY, URI.create(tokens.issuer()), null));
    }

    private record Reply(int status, JsonNode body, HttpResponse<String> raw) {
        void isProblem(int wanted, String type) {
            assertThat(raw.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(body.path("type").asString()).isEqualTo("urn:verbena:problem:" + type);
            assertThat(status).isEqualTo(wanted);
            assertThat(body.path("status").asInt()).isEqualTo(wanted);
        }
    }

    private Reply send(String method, String path, String body) {
        return send(method, path, body, "application/json");
    }

    private Reply send(String method, String path, String body, String mediaType) {
        HttpRequest.Builder request = HttpRequest.newBuilder(nic.adminUrl().resolve(path))
                .header("Content-Type", mediaType)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (bearer != null) {
            request.header("Authorization", "Bearer " + bearer);
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return new Reply(answer.statusCode(), JSON.readTree(answer.body()), answer);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    private ObjectNode tuple(UUID bootId, int index, UUID vfUid, long epoch, long generation, String digest) {
        return JSON.createObjectNode()
                .put("bootId", bootId.toString())
                .put("pf", 0)
                .put("index", index)
                .put("vfUid", vfUid.toString())
                .put("epoch", epoch)
                .put("generation", generation)
                .put("digest", digest);
    }

    private ObjectNode tuple(int index, UUID vfUid, long epoch, long generation) {
        return tuple(nic.identity().bootId(), index, vfUid, epoch, generation, DIGEST);
    }

    private static String body(ObjectNode tuple, String address) {
        ObjectNode body = JSON.createObjectNode();
        body.set("tuple", tuple);
        ObjectNode spec = body.putObject("spec")
                .put("tenant", "blue")
                .put("vf", "blue-a")
                .put("address", address)
                .put("vni", 4242);
        spec.putObject("limits")
                .put("qp", 2)
                .put("cq", 2)
                .put("mr", 2)
                .put("pd", 2)
                .put("registeredBytes", 4096);
        return body.toString();
    }

    private Reply configure(ObjectNode tuple, String address) {
        return send("PUT", "/v1/functions/0/" + tuple.path("index").asInt(), body(tuple, address));
    }

    @Test
    void healthNeedsNoToken() {
        bearer = null;
        assertThat(send("GET", "/livez", null).status()).isEqualTo(200);
        assertThat(send("GET", "/readyz", null).body().path("status").asString())
                .isEqualTo("UP");
        send("POST", "/livez", "").isProblem(405, "method-not-allowed");
    }

    @Test
    void everythingElseNeedsAServicesToken() {
        bearer = null;
        Reply none = send("GET", "/v1/nic", null);
        none.isProblem(401, "unauthenticated");
        assertThat(none.raw().headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        for (String bad :
                List.of(tokens.expired(), tokens.foreignIssuer(), tokens.wrongAudience(), tokens.badSignature(), "x")) {
            bearer = bad;
            send("GET", "/v1/nic", null).isProblem(401, "unauthenticated");
        }
        bearer = tokens.platformAdmin();
        send("GET", "/v1/nic", null).isProblem(403, "permission-denied");
    }

    @Test
    void aTokenOfAClockAheadIsRefusedWithBothTimes() {
        bearer = tokens.notYetValid();
        Reply refused = send("GET", "/v1/nic", null);

        refused.isProblem(401, "unauthenticated");
        assertThat(refused.body().path("detail").asString()).contains("Jwt used before ", "The clock here says ");
    }

    @Test
    void anIssuerThatIsAwayMakesItUnavailableNotOpen() throws IOException {
        try (TestTokens gone = TestTokens.start()) {
            bearer = gone.service("sriov-manager");
            AdminProperties admin = new AdminProperties(ANY, URI.create(gone.issuer()), null);
            nic.close();
            nic = NicDevice.start(properties().withAdmin(admin));
        }
        Reply refused = send("GET", "/v1/nic", null);

        refused.isProblem(503, "unavailable");
        assertThat(refused.body().path("detail").asString()).contains("nothing answers at http://127.0.0.1:");
    }

    @Test
    void aFunctionIsConfiguredOnceAndReadBack() {
        Reply first = configure(tuple(1, BLUE, 1, 1), "127.88.30.1");
        Reply again = configure(tuple(1, BLUE, 1, 1), "127.88.30.1");
        Reply report = send("GET", "/v1/nic", null);

        assertThat(first.status()).as(first.body().toString()).isEqualTo(200);
        assertThat(first.body().path("changed").asBoolean()).isTrue();
        assertThat(again.body().path("changed").asBoolean()).isFalse();
        JsonNode slot = report.body().path("functions").path(1);
        assertThat(report.body().path("approved").asBoolean()).isTrue();
        assertThat(report.body().path("functions").size()).isEqualTo(4);
        assertThat(slot.path("state").asString()).isEqualTo("ACTIVE");
        assertThat(slot.path("vfUid").asString()).isEqualTo(BLUE.toString());
        assertThat(slot.path("spec").path("address").asString()).isEqualTo("127.88.30.1");
        assertThat(slot.path("spec").path("limits").path("registeredBytes").asLong())
                .isEqualTo(4096);
        assertThat(send("GET", "/v1/counters", null)
                        .body()
                        .path("functions")
                        .path(0)
                        .path("tenant")
                        .asString())
                .isEqualTo("blue");
    }

    @Test
    void whatIsNotCurrentIsRefusedWithWhatIs() {
        configure(tuple(0, BLUE, 5, 3), "127.88.30.2");

        configure(tuple(UUID.randomUUID(), 0, BLUE, 5, 4, DIGEST), "127.88.30.2")
                .isProblem(409, "wrong-boot");
        configure(tuple(0, RED, 5, 4), "127.88.30.2").isProblem(409, "wrong-owner");
        configure(tuple(0, BLUE, 4, 4), "127.88.30.2").isProblem(409, "stale-epoch");
        configure(tuple(0, BLUE, 5, 2), "127.88.30.2").isProblem(409, "stale-generation");
        Reply conflict = configure(tuple(nic.identity().bootId(), 0, BLUE, 5, 3, OTHER_DIGEST), "127.88.30.2");
        conflict.isProblem(409, "generation-conflict");
        assertThat(conflict.body().path("current").path("appliedGeneration").asLong())
                .isEqualTo(3);
        assertThat(conflict.body().path("bootId").asString())
                .isEqualTo(nic.identity().bootId().toString());
    }

    @Test
    void aSlotThatIsNotThereIsOutOfRange() {
        send("PUT", "/v1/functions/0/4", body(tuple(4, BLUE, 1, 1), "127.88.30.3"))
                .isProblem(422, "index-out-of-range");
        send("PUT", "/v1/functions/1/0", "{}").isProblem(422, "index-out-of-range");
        send("POST", "/v1/functions/0/-1:reset", "{}").isProblem(422, "index-out-of-range");
        send("POST", "/v1/functions/0/99999999999:destroy", "{}").isProblem(422, "index-out-of-range");
    }

    @Test
    void aResetKeepsTheHolderAndADestroyFreesTheSlot() throws Exception {
        configure(tuple(2, BLUE, 1, 1), "127.88.30.4");
        Reply reset =
                send("POST", "/v1/functions/0/2:reset", tuple(2, BLUE, 2, 1).toString());
        Reply destroyed =
                send("POST", "/v1/functions/0/2:destroy", tuple(2, BLUE, 3, 1).toString());

        assertThat(reset.body().path("current").path("state").asString()).isEqualTo("ACTIVE");
        assertThat(reset.body().path("current").path("seedRotations").asLong()).isPositive();
        assertThat(destroyed.body().path("current").path("state").asString()).isEqualTo("FREE");
        assertThat(destroyed.body().path("current").path("epochFloor").asLong()).isEqualTo(3);
        try (DatagramSocket free = new DatagramSocket(new InetSocketAddress("127.88.30.4", 4791))) {
            assertThat(free.isBound()).isTrue();
        }
    }

    @Test
    void anAddressThatCannotBeHadLeavesTheSlotFree() throws Exception {
        try (DatagramSocket other = new DatagramSocket(new InetSocketAddress("127.88.30.5", 4791))) {
            Reply inUse = configure(tuple(3, BLUE, 1, 1), "127.88.30.5");
            inUse.isProblem(409, "failed-precondition");
            assertThat(inUse.body().path("detail").asString()).contains("127.88.30.5 UDP port 4791", "ss -ulnp");
            assertThat(inUse.body().path("current").path("state").asString()).isEqualTo("FREE");
            assertThat(other.isBound()).isTrue();
        }
        configure(tuple(3, BLUE, 1, 1), "198.51.100.7").isProblem(422, "unprocessable");
        configure(tuple(0, RED, 1, 1), "127.88.30.6");
        configure(tuple(3, BLUE, 1, 1), "127.88.30.6").isProblem(409, "failed-precondition");
        assertThat(configure(tuple(3, BLUE, 1, 1), "127.88.30.5").status()).isEqualTo(200);
    }

    @Test
    void aMalformedRequestIsNamedByItsPointer() {
        Reply unknown = send(
                "PUT",
                "/v1/functions/0/0",
                body(tuple(0, BLUE, 1, 1), "127.88.30.7").replace("\"qp\":2", "\"qp\":2,\"extra\":1"));
        unknown.isProblem(400, "invalid-request");
        Reply negative = send(
                "PUT",
                "/v1/functions/0/0",
                body(tuple(0, BLUE, 1, 1), "127.88.30.7").replace("\"qp\":2", "\"qp\":-2"));
        assertThat(negative.body().path("errors").path(0).path("pointer").asString())
                .isEqualTo("/spec/limits/qp");
        send("PUT", "/v1/functions/0/0", "{").isProblem(400, "invalid-request");
        send("PUT", "/v1/functions/0/0", " ".repeat(70_000)).isProblem(400, "invalid-request");
        send("POST", "/v1/functions/0/0:reset", "[]").isProblem(400, "invalid-request");
        Reply missing = send("POST", "/v1/functions/0/0:reset", "{}");
        assertThat(missing.body().at("/errors/0/pointer").asString()).isEqualTo("/bootId");
        assertThat(missing.body().path("detail").asString()).startsWith("the value is missing");
        send("PUT", "/v1/functions/0/0", "a=b", "text/plain").isProblem(415, "unsupported-media-type");
    }

    @Test
    void whatIsNotThereIsSaidSo() {
        send("GET", "/v1/other", null).isProblem(404, "not-found");
        send("POST", "/v1/functions/0/0:explode", "{}").isProblem(404, "not-found");
        Reply method = send("DELETE", "/v1/functions/0/0", null);
        method.isProblem(405, "method-not-allowed");
        assertThat(method.raw().headers().firstValue("Allow")).hasValue("PUT");
        send("POST", "/v1/nic", "{}").isProblem(405, "method-not-allowed");
    }

    @Test
    void nothingIsDoneBeforeAnOperatorApproved() throws IOException {
        nic.close();
        nic = NicDevice.start(properties()
                .withManager(new ManagerProperties(
                        URI.create("http://127.0.0.1:1"), new ClientCredentials("nic-a", TestTokens.CLIENT_SECRET))));

        configure(tuple(0, BLUE, 1, 1), "127.88.30.8").isProblem(409, "not-approved");
        assertThat(send("GET", "/v1/nic", null).body().path("approved").asBoolean())
                .isFalse();
        assertThat(send("GET", "/livez", null).status()).isEqualTo(200);
        assertThat(send("GET", "/readyz", null).status()).isEqualTo(503);
    }

    @Test
    void anAdminPortInUseIsNamedWithWhatToDo() {
        InetSocketAddress taken =
                new InetSocketAddress("127.0.0.1", nic.adminUrl().getPort());
        AdminProperties admin = new AdminProperties(taken, URI.create(tokens.issuer()), null);

        assertThatThrownBy(() -> NicDevice.start(properties().withAdmin(admin)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("127.0.0.1 TCP port " + taken.getPort())
                .hasMessageContaining("set another admin address");
    }

    @Test
    void eachStartIsANewBoot() throws IOException {
        UUID before = nic.identity().bootId();
        nic.close();
        nic = NicDevice.start(properties());

        assertThat(nic.identity().bootId()).isNotEqualTo(before);
        configure(tuple(before, 0, BLUE, 1, 1, DIGEST), "127.88.30.9").isProblem(409, "wrong-boot");
    }

    private static String segment(int vni, long version, String address) {
        return """
                {"vni":%d,"version":%d,"locations":[{"address":"%s","vtep":"127.88.30.9"}]}""".formatted(vni, version, address);
    }

    @Test
    void aNicOnPlainUdpTakesNoSegment() {
        send("PUT", "/v1/segments/4242", segment(4242, 1, "10.77.0.2")).isProblem(409, "failed-precondition");
    }

    @Test
    void aSegmentIsTakenOnceNeverGoesBackAndIsReadBack() throws IOException {
        nic.close();
        nic = NicDevice.start(properties().withOverlay(Gid.parse("127.88.30.8")));
        send("PUT", "/v1/segments/4242", segment(4242, 1, "10.77.0.2")).isProblem(409, "failed-precondition");
        assertThat(configure(tuple(0, BLUE, 1, 1), "10.77.0.1").status()).isEqualTo(200);
        assertThat(send("GET", "/v1/nic", null).body().path("segments").toString())
                .isEqualTo("{\"4242\":0}");

        Reply taken = send("PUT", "/v1/segments/4242", segment(4242, 7, "10.77.0.2"));
        assertThat(taken.status()).isEqualTo(200);
        assertThat(taken.body().path("changed").asBoolean()).isTrue();
        Reply again = send("PUT", "/v1/segments/4242", segment(4242, 7, "10.77.0.2"));
        assertThat(again.body().path("changed").asBoolean()).isFalse();
        Reply late = send("PUT", "/v1/segments/4242", segment(4242, 6, "10.77.0.2"));
        late.isProblem(409, "stale-generation");
        assertThat(late.body().path("version").asLong()).isEqualTo(7);
        assertThat(send("GET", "/v1/nic", null).body().path("segments").toString())
                .isEqualTo("{\"4242\":7}");

        send("PUT", "/v1/segments/4242", segment(4243, 8, "10.77.0.2")).isProblem(400, "invalid-request");
        send("PUT", "/v1/segments/4242", segment(4242, 0, "10.77.0.2")).isProblem(400, "invalid-request");
        Reply nowhere = send("PUT", "/v1/segments/4242", segment(4242, 8, "nowhere"));
        assertThat(nowhere.body().at("/errors/0/pointer").asString()).isEqualTo("/locations/0");
        send("PUT", "/v1/segments/4242", "{}").isProblem(400, "invalid-request");
        send("POST", "/v1/segments/4242", "{}").isProblem(405, "method-not-allowed");
        bearer = null;
        send("PUT", "/v1/segments/4242", segment(4242, 9, "10.77.0.2")).isProblem(401, "unauthenticated");
    }
}
