package io.verbena.nic.device.exercise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.device.NicDevice;
import io.verbena.nic.device.NicProperties;
import io.verbena.nic.device.NicProperties.AdminProperties;
import io.verbena.testkit.TestTokens;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Two NICs of one process, exercised over HTTP alone. */
class ExerciserTest {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final FunctionLimits LIMITS = new FunctionLimits(20, 64, 64, 64, 128L << 20);
    private static final String PATH = "/v1/endpoints";
    private static final int MEMORY = 256 << 10;
    private static final String UNKNOWN = PATH + "/00000000-0000-0000-0000-000000000000";

    private static TestTokens tokens;
    private static HttpClient http;
    private NicDevice left;
    private NicDevice right;
    private UUID leftVf;
    private UUID rightVf;
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
        bearer = tokens.platformAdmin();
        left = nic("left", true);
        right = nic("right", true);
        leftVf = function(left, "127.88.40.1");
        rightVf = function(right, "127.88.40.2");
    }

    @AfterEach
    void stop() {
        left.close();
        right.close();
    }

    private static NicDevice nic(String name, boolean exerciser) throws IOException {
        return NicDevice.start(NicProperties.local(name, 2)
                .withAdmin(new AdminProperties(
                        new InetSocketAddress("127.0.0.1", 0), URI.create(tokens.issuer()), null, exerciser)));
    }

    private static CommandTuple tuple(NicDevice nic, UUID vf) {
        return new CommandTuple(nic.identity().bootId(), 0, 0, vf, 1, 1, "0".repeat(64));
    }

    private static UUID function(NicDevice nic, String address) {
        UUID vf = UUID.randomUUID();
        assertThat(nic.execute(new AdminCommand.ConfigureFunction(
                        tuple(nic, vf), new FunctionSpec("blue", "blue-a", Gid.parse(address), LIMITS))))
                .isInstanceOf(AdminResult.FunctionApplied.class);
        return vf;
    }

    private record Reply(int status, JsonNode body, HttpResponse<String> raw) {
        JsonNode ok() {
            assertThat(status).as(raw.body()).isBetween(200, 299);
            return body;
        }

        Reply isProblem(int wanted, String type) {
            assertThat(status).as(raw.body()).isEqualTo(wanted);
            assertThat(body.path("type").asString()).isEqualTo("urn:verbena:problem:" + type);
            assertThat(raw.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            return this;
        }

        List<String> faultyFields() {
            return body.path("errors")
                    .valueStream()
                    .map(error -> error.path("pointer").asString())
                    .toList();
        }
    }

    private Reply send(NicDevice nic, String method, String path, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(nic.adminUrl().resolve(path))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (bearer != null) {
            request.header("Authorization", "Bearer " + bearer);
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
            return new Reply(answer.statusCode(), JSON.readTree(answer.body()), answer);
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(method + " " + path, e);
        }
    }

    private Reply post(NicDevice nic, String path, Map<String, ?> body) {
        return send(nic, "POST", path, JSON.writeValueAsString(body));
    }

    private Reply create(NicDevice nic, UUID vf, long memoryBytes, long idleSeconds) {
        return post(nic, PATH, Map.of("vfUid", vf.toString(), "memoryBytes", memoryBytes, "idleSeconds", idleSeconds));
    }

    /** An endpoint of the test, and its NIC. */
    private record Side(NicDevice nic, JsonNode report) {
        String verb(String name) {
            return PATH + "/" + report.path("id").asString() + ":" + name;
        }

        String path() {
            return PATH + "/" + report.path("id").asString();
        }
    }

    private Side open(NicDevice nic, UUID vf) {
        return new Side(nic, create(nic, vf, MEMORY, 60).ok());
    }

    private static ObjectNode peer(Side to) {
        ObjectNode peer = JSON.createObjectNode();
        for (String field : List.of("gid", "qpn", "addr", "rkey")) {
            peer.set(field, to.report.path(field));
        }
        return peer.put("pathMtu", 4096)
                .put("firstPsn", 0xfffffe)
                .put("timeoutCode", 14)
                .put("retryCount", 7)
                .put("rnrRetryCount", 7)
                .put("minRnrTimer", 12);
    }

    private void connect(Side one, Side other) {
        send(one.nic, "POST", one.verb("connect"), peer(other).toString()).ok();
        send(other.nic, "POST", other.verb("connect"), peer(one).toString()).ok();
    }

    private Reply operation(Side side, String operation, long bytes, long waitMillis) {
        return post(
                side.nic,
                side.verb("post"),
                Map.of(
                        "operation",
                        operation,
                        "offset",
                        0,
                        "bytes",
                        bytes,
                        "remoteOffset",
                        0,
                        "immData",
                        0xfeedbeefL,
                        "waitMillis",
                        waitMillis));
    }

    private long fill(Side side, long bytes, long seed) {
        return post(side.nic, side.verb("fill"), Map.of("offset", 0, "bytes", bytes, "seed", seed))
                .ok()
                .path("crc32c")
                .asLong();
    }

    private JsonNode check(Side side, long bytes) {
        return post(side.nic, side.verb("check"), Map.of("offset", 0, "bytes", bytes))
                .ok();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 4097, MEMORY})
    void carriesEachOperationAndTellsHowItWent(long bytes) {
        Side requester = open(left, leftVf);
        Side responder = open(right, rightVf);
        connect(requester, responder);
        long seed = 1;
        for (String operation : List.of("SEND", "WRITE", "WRITE_WITH_IMM", "READ")) {
            Side source = operation.equals("READ") ? responder : requester;
            Side sink = operation.equals("READ") ? requester : responder;
            long sent = fill(source, bytes, seed++);
            fill(sink, bytes, seed++);
            boolean received = operation.equals("SEND") || operation.equals("WRITE_WITH_IMM");
            if (received) {
                post(right, responder.verb("receive"), Map.of("offset", 0, "bytes", bytes))
                        .ok();
            }

            JsonNode completion = operation(requester, operation, bytes, 10_000).ok();

            assertThat(completion.path("status").asString()).as(operation).isEqualTo("SUCCESS");
            assertThat(completion.path("bytes").asLong()).isEqualTo(bytes);
            assertThat(completion.path("tookNs").asLong()).isPositive();
            if (received) {
                JsonNode taken = post(right, responder.verb("poll"), Map.of("waitMillis", 10_000))
                        .ok();
                assertThat(taken.path("bytes").asLong()).isEqualTo(bytes);
                assertThat(taken.path("immData").asLong(-1)).isEqualTo(operation.equals("SEND") ? -1 : 0xfeedbeefL);
            }
            JsonNode arrived = check(sink, bytes);
            assertThat(arrived.path("crc32c").asLong()).as(operation).isEqualTo(sent);
            assertThat(arrived.path("guardUntouched").asBoolean()).isTrue();
        }
    }

    @Test
    void seesWhatWasWrittenBehindTheRange() {
        Side requester = open(left, leftVf);
        Side responder = open(right, rightVf);
        connect(requester, responder);
        fill(responder, 100, 1);

        operation(requester, "WRITE", 101, 10_000).ok();

        assertThat(check(responder, 100).path("guardUntouched").asBoolean()).isFalse();
    }

    @Test
    void tellsWhatAPeerNeedsAndWhatItMayBeAsked() {
        Reply made = create(left, leftVf, MEMORY, 60);

        assertThat(made.status()).isEqualTo(201);
        assertThat(made.raw().headers().firstValue("Location"))
                .hasValue(PATH + "/" + made.body().path("id").asString());
        assertThat(made.body().path("gid").asString()).isEqualTo("127.88.40.1");
        assertThat(made.body().path("activeMtu").asInt()).isEqualTo(4096);
        assertThat(made.body().path("limits").path("memoryBytes").asLong()).isEqualTo(8 << 20);
        assertThat(send(left, "GET", PATH, null).ok().path("items")).containsExactly(made.body());
    }

    @Test
    void createsQueuePairsUntilTheFunctionRefuses() {
        Side side = open(left, leftVf);
        for (int more = 1; more < LIMITS.qp(); more++) {
            send(left, "POST", side.verb("createQp"), null).ok();
        }

        Reply refused = send(left, "POST", side.verb("createQp"), null).isProblem(409, "verbs-limit-exceeded");

        assertThat(refused.body().path("resource").asString()).isEqualTo("qp");
        assertThat(refused.body().path("scope").asString()).isEqualTo("function");
        assertThat(refused.body().path("limit").asLong()).isEqualTo(LIMITS.qp());
        assertThat(refused.body().path("used").asLong()).isEqualTo(LIMITS.qp());
        assertThat(refused.body().path("requested").asLong()).isEqualTo(1);
    }

    @Test
    void saysHowAnOperationFailedAndWorksAgainOnceConnectedAnew() {
        Side requester = open(left, leftVf);
        Side responder = open(right, rightVf);
        connect(requester, responder);

        JsonNode completion = operation(requester, "WRITE", MEMORY, 10_000).ok();
        assertThat(completion.path("status").asString()).isEqualTo("SUCCESS");
        JsonNode beyond = post(
                        left,
                        requester.verb("post"),
                        Map.of(
                                "operation",
                                "WRITE",
                                "offset",
                                0,
                                "bytes",
                                MEMORY,
                                "remoteOffset",
                                8192,
                                "immData",
                                0,
                                "waitMillis",
                                10_000))
                .ok();
        assertThat(beyond.path("status").asString()).isEqualTo("REM_ACCESS_ERR");
        assertThat(beyond.path("bytes").asLong()).isZero();
        assertThat(operation(requester, "WRITE", 1, 10_000).ok().path("status").asString())
                .isEqualTo("WR_FLUSH_ERR");

        connect(requester, responder);
        assertThat(operation(requester, "WRITE", 1, 10_000).ok().path("status").asString())
                .isEqualTo("SUCCESS");
    }

    @Test
    void waitsNoLongerThanAsked() {
        Side requester = open(left, leftVf);
        Side responder = open(right, rightVf);
        connect(requester, responder);
        post(right, responder.verb("receive"), Map.of("offset", 0, "bytes", 1)).ok();

        post(right, responder.verb("poll"), Map.of("waitMillis", 50)).isProblem(504, "deadline-exceeded");

        // Nobody receives, and the requester asks again for ever.
        operation(responder, "SEND", 1, 50).isProblem(504, "deadline-exceeded");
    }

    @Test
    void refusesWhatTheEndpointsStateDoesNotAllow() {
        Side side = open(left, leftVf);
        operation(side, "WRITE", 1, 1000).isProblem(409, "failed-precondition");
        post(left, side.verb("receive"), Map.of("offset", 0, "bytes", 1)).isProblem(409, "failed-precondition");
        connect(side, open(right, rightVf));
        for (int posted = 0; posted < 16; posted++) {
            post(left, side.verb("receive"), Map.of("offset", 0, "bytes", 1)).ok();
        }

        Reply refused = post(left, side.verb("receive"), Map.of("offset", 0, "bytes", 1))
                .isProblem(409, "failed-precondition");

        assertThat(refused.body().path("detail").asString()).contains("16 receives");
    }

    @Test
    void goesWhenItIsDeletedAndWhenItsFunctionIs() {
        Side deleted = open(left, leftVf);
        Side orphan = open(right, rightVf);

        assertThat(send(left, "DELETE", deleted.path(), null).status()).isEqualTo(204);
        assertThat(right.execute(new AdminCommand.DestroyFunction(tuple(right, rightVf))))
                .isInstanceOf(AdminResult.FunctionApplied.class);

        send(left, "GET", deleted.path(), null).isProblem(404, "not-found");
        send(left, "DELETE", deleted.path(), null).isProblem(404, "not-found");
        send(right, "POST", orphan.verb("createQp"), null).isProblem(404, "not-found");
        await().until(() -> send(right, "GET", PATH, null).ok().path("items").isEmpty());
    }

    @Test
    void goesWhenNobodyUsesItAndNotWhileSomebodyWaits() {
        Side requester = new Side(left, create(left, leftVf, 1, 1).ok());
        Side responder = open(right, rightVf);
        connect(requester, responder);
        post(left, requester.verb("receive"), Map.of("offset", 0, "bytes", 1)).ok();

        post(left, requester.verb("poll"), Map.of("waitMillis", 2500)).isProblem(504, "deadline-exceeded");

        send(left, "GET", requester.path(), null).ok();
        await().atMost(Duration.ofSeconds(10))
                .until(() -> send(left, "GET", PATH, null).ok().path("items").isEmpty());
    }

    @Test
    void hasSoManyEndpointsAndNoMore() {
        Side first = open(left, leftVf);
        for (int more = 1; more < Exerciser.MAX_ENDPOINTS; more++) {
            create(left, leftVf, 1, 60).ok();
        }
        create(left, leftVf, 1, 60).isProblem(409, "capacity-exhausted");

        send(left, "DELETE", first.path(), null).ok();

        create(left, leftVf, 1, 60).ok();
    }

    @Test
    void aRefusedEndpointTakesNoRoom() {
        for (int tried = 0; tried <= Exerciser.MAX_ENDPOINTS; tried++) {
            create(left, UUID.randomUUID(), 1, 60).isProblem(422, "unprocessable");
        }

        create(left, leftVf, 1, 60).ok();
    }

    @Test
    void aDeleteEndsWhoWaits() throws Exception {
        Side side = open(left, leftVf);
        connect(side, open(right, rightVf));
        CompletableFuture<Reply> waiting =
                CompletableFuture.supplyAsync(() -> post(left, side.verb("poll"), Map.of("waitMillis", 30_000)));
        await().until(() -> {
            send(left, "DELETE", side.path(), null);
            return waiting.isDone();
        });

        waiting.get().isProblem(404, "not-found");
    }

    @Test
    void aStopEndsWhoWaits() {
        Side side = open(left, leftVf);
        connect(side, open(right, rightVf));
        Thread.ofVirtual().start(() -> {
            try {
                post(left, side.verb("poll"), Map.of("waitMillis", 30_000));
            } catch (AssertionError _) {
                // The connection ends with the NIC.
            }
        });
        long startNs = System.nanoTime();

        left.close();

        assertThat(Duration.ofNanos(System.nanoTime() - startNs)).isLessThan(Duration.ofSeconds(10));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            ''            | {"vfUid":"7d9f4b0e-0000-0000-0000-000000000000","memoryBytes":0,"idleSeconds":0} | /memoryBytes /idleSeconds
            ''            | {"vfUid":"7d9f4b0e-0000-0000-0000-000000000000","memoryBytes":8388609,"idleSeconds":3601} | /memoryBytes /idleSeconds
            ''            | {"vfUid":"blue","memoryBytes":1,"idleSeconds":1} | /vfUid
            ''            | {"vfUid":"7d9f4b0e-0000-0000-0000-000000000000","memoryBytes":99999999999999999999,"idleSeconds":1} | /memoryBytes
            ''            | {"vfUid":"7d9f4b0e-0000-0000-0000-000000000000","memoryBytes":1} | /idleSeconds
            :fill         | {"offset":1,"bytes":262144,"seed":1} | /bytes
            :fill         | {"offset":-1,"bytes":1,"seed":1} | /offset
            :fill         | {"offset":0,"bytes":1,"seed":1,"more":1} | /more
            :check        | {"offset":262145,"bytes":0} | /offset
            :check        | {"offset":9223372036854775807,"bytes":9223372036854775807} | /offset /bytes
            :receive      | {"offset":0,"bytes":-1} | /bytes
            :poll         | {"waitMillis":30001} | /waitMillis
            :poll         | {"waitMillis":"1"} | /waitMillis
            :post         | {"operation":"SEND","offset":0,"bytes":262145,"remoteOffset":-1,"immData":4294967296,"waitMillis":0} | /bytes /remoteOffset /immData /waitMillis
            :post         | {"operation":"FETCH","offset":0,"bytes":1,"remoteOffset":0,"immData":0,"waitMillis":1} | /operation
            :connect      | {"gid":"x","qpn":16777216,"addr":-1,"rkey":-1,"pathMtu":9000,"firstPsn":16777216,"timeoutCode":32,"retryCount":8,"rnrRetryCount":8,"minRnrTimer":32} | /qpn /addr /rkey /pathMtu /firstPsn /timeoutCode /retryCount /rnrRetryCount /minRnrTimer /gid
            """)
    void namesTheFieldsOfHostileInput(String verb, String body, String fields) {
        Side side = open(left, leftVf);

        Reply refused = send(left, "POST", verb.isEmpty() ? PATH : side.path() + verb, body)
                .isProblem(400, "invalid-request");

        assertThat(refused.faultyFields()).containsExactly(fields.split(" "));
    }

    @Test
    void refusesWhatMakesNoSense() {
        Side side = open(left, leftVf);
        create(left, UUID.randomUUID(), 1, 60).isProblem(422, "unprocessable");
        send(left, "POST", side.verb("connect"), peer(side).put("pathMtu", 1500).toString())
                .isProblem(422, "unprocessable");
        send(left, "POST", side.verb("createQp"), "{}").isProblem(400, "invalid-request");
        send(left, "POST", side.verb("explode"), "{}").isProblem(404, "not-found");
        send(left, "PUT", side.path(), "{}").isProblem(405, "method-not-allowed");
        send(left, "GET", side.verb("post"), null).isProblem(405, "method-not-allowed");
        send(left, "GET", PATH + "x", null).isProblem(404, "not-found");
        send(left, "POST", UNKNOWN + ":createQp", null).isProblem(404, "not-found");
        post(left, UNKNOWN + ":check", Map.of("offset", 0, "bytes", 0)).isProblem(404, "not-found");
    }

    @Test
    void isForAnOperatorAndOnlyWhereItIsOn() throws IOException {
        for (String other : List.of(tokens.service("sriov-manager"), tokens.tenant("tenant-admin", "blue"))) {
            bearer = other;
            send(left, "GET", PATH, null).isProblem(403, "permission-denied");
        }
        bearer = null;
        send(left, "GET", PATH, null).isProblem(401, "unauthenticated");
        bearer = tokens.platformAdmin();
        try (NicDevice off = nic("off", false)) {
            Reply refused = send(off, "POST", PATH, "{}").isProblem(404, "not-found");
            assertThat(refused.body().path("detail").asString()).contains("VERBENA_NIC_EXERCISER=on");
        }
    }
}
