package io.verbena.kit.problem;

import static io.verbena.kit.sample.Running.API;
import static io.verbena.kit.sample.Running.TOKENS;
import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.contracts.ProblemType;
import io.verbena.kit.sample.Api.Answer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Each way a request can fail, over HTTP. */
class ProblemsIT {
    private static final String THINGS = "/api/v1/tenants/problems/things";
    private final String admin = TOKENS.platformAdmin();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"a\",\"spec\":{\"size\":1,\"colour\":\"RED\"}} | /spec/colour | UNKNOWN_FIELD",
                "{\"name\":\"a\",\"spec\":{\"size\":\"1\"}}                | /spec/size   | INVALID_VALUE",
                "{\"name\":\"a\",\"spec\":{\"size\":1.5}}                  | /spec/size   | INVALID_VALUE",
                "{\"name\":\"a\",\"spec\":{\"size\":null}}                 | /spec/size   | INVALID_VALUE",
                "{\"name\":7,\"spec\":{\"size\":1}}                        | /name        | INVALID_VALUE",
                "{\"name\":\"a\",\"spec\":{\"size\":1,\"color\":\"GREEN\"}}| /spec/color  | INVALID_VALUE",
                "{\"name\":\"a\",\"spec\":{\"size\":1,\"color\":1}}        | /spec/color  | INVALID_VALUE",
                "{\"name\":\"a\",\"spec\":{\"size\":1,\"size\":2}}         | /spec        | MALFORMED_JSON",
                "{\"name\":\"a\",\"spec\":{\"size\":-1}}                   | /spec/size   | CONSTRAINT_VIOLATED",
                "{\"name\":\"a\",\"spec\":{\"size\":1,\"limits\":{\"q/p\":10}}} | /spec/limits/q~1p | CONSTRAINT_VIOLATED",
                "{\"name\":\"A B\",\"spec\":{\"size\":1}}                  | /name        | CONSTRAINT_VIOLATED",
                "{\"name\":\"a\"}                                          | /spec        | CONSTRAINT_VIOLATED",
            })
    void aBadBodyIsAnsweredWithAPointer(String body, String pointer, String reason) {
        Answer answer = API.post(THINGS, admin, body);
        assertProblem(answer, ProblemType.INVALID_REQUEST);
        assertThat(errors(answer)).singleElement().satisfies(error -> {
            assertThat(error.get("reason")).isEqualTo(reason);
            if (!reason.equals("MALFORMED_JSON")) {
                assertThat(error.get("pointer")).isEqualTo(pointer);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"'',MISSING_BODY", "'{',MALFORMED_JSON", "'{}x',MALFORMED_JSON", "'[]',INVALID_VALUE"})
    void whatIsNoJsonObjectIsRefused(String body, String reason) {
        Answer answer = API.post(THINGS, admin, body);
        assertProblem(answer, ProblemType.INVALID_REQUEST);
        assertThat(errors(answer).getFirst().get("reason")).isEqualTo(reason);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedWithAndWithoutAKey() {
        String body = "{\"name\":\"" + "a".repeat(BodyLimit.BYTES) + "\"}";
        assertProblem(API.post(THINGS, admin, body), ProblemType.CONTENT_TOO_LARGE);
        Answer withKey = API.post(THINGS, admin, body, "Idempotency-Key", "large");
        assertProblem(withKey, ProblemType.CONTENT_TOO_LARGE);
        assertThat(withKey.json()).containsEntry("maxBytes", BodyLimit.BYTES);
        assertProblem(API.post(THINGS, admin, "[".repeat(100)), ProblemType.INVALID_REQUEST);
    }

    @Test
    void severalViolationsAreAllNamed() {
        Answer answer = API.post(THINGS, admin, "{\"name\":\"A\",\"spec\":{\"size\":-1}}");
        assertThat(errors(answer))
                .extracting(error -> error.get("pointer"))
                .containsExactlyInAnyOrder("/name", "/spec/size");
    }

    @Test
    void aParameterOfAnotherTypeIsNamed() {
        Answer answer = API.get(THINGS + "?minSize=many", admin);
        assertProblem(answer, ProblemType.INVALID_REQUEST);
        assertThat(errors(answer).getFirst().get("pointer")).isEqualTo("?minSize");
    }

    @Test
    void whatIsNowhereIsNotFound() {
        assertProblem(API.get("/api/v1/nothing", admin), ProblemType.NOT_FOUND);
        assertProblem(API.get("/elsewhere", admin), ProblemType.NOT_FOUND);
        assertProblem(API.get("/error", admin), ProblemType.NOT_FOUND);
        assertProblem(API.get("/api/v1/failures/none", admin), ProblemType.NOT_FOUND);
    }

    @Test
    void theMethodAndTheMediaTypesAreChecked() {
        Answer method = API.send("PATCH", THINGS, admin, "{}");
        assertProblem(method, ProblemType.METHOD_NOT_ALLOWED);
        assertThat(method.header("Allow")).contains("POST");
        assertProblem(API.get(THINGS, admin, "Accept", "text/html"), ProblemType.NOT_ACCEPTABLE);
        assertProblem(API.post(THINGS, admin, "<a/>", "Content-Type", "text/xml"), ProblemType.UNSUPPORTED_MEDIA_TYPE);
    }

    @Test
    void missingAndBadTokensAreUnauthenticated() {
        for (String token : List.of(
                TOKENS.expired(),
                TOKENS.notYetValid(),
                TOKENS.foreignIssuer(),
                TOKENS.wrongAudience(),
                TOKENS.badSignature(),
                "no.jwt")) {
            assertProblem(API.get(THINGS, token), ProblemType.UNAUTHENTICATED);
        }
        Answer without = API.get(THINGS, null);
        assertProblem(without, ProblemType.UNAUTHENTICATED);
        assertThat(without.header("WWW-Authenticate")).isEqualTo("Bearer");
        assertProblem(API.get("/elsewhere", null), ProblemType.UNAUTHENTICATED);
    }

    /** To tell a token that is old from a clock that is wrong. */
    @Test
    void aTokenOutOfItsTimeIsRefusedWithBothTimes() {
        assertThat(API.get(THINGS, TOKENS.expired()).body()).contains("Jwt expired at 2", "The clock here says 2");
        assertThat(API.get(THINGS, TOKENS.notYetValid()).body()).contains("Jwt used before 2", "The clock here says 2");
        assertThat(API.get(THINGS, TOKENS.foreignIssuer()).body()).contains("The iss claim is not valid");
    }

    @Test
    void aRoleTooLowIsDenied() {
        assertProblem(
                API.send("DELETE", "/api/v1/platform", TOKENS.tenant("tenant-admin", "blue"), null),
                ProblemType.PERMISSION_DENIED);
        assertProblem(
                API.send("DELETE", "/api/v1/platform", TOKENS.platformReader(), null), ProblemType.PERMISSION_DENIED);
    }

    @Test
    void aLostUpdateIsAFailedPrecondition() {
        assertProblem(API.get("/api/v1/failures/optimistic-lock", admin), ProblemType.PRECONDITION_FAILED);
    }

    @Test
    void aNameTakenExistsAlready() {
        String body = "{\"name\":\"twice\",\"spec\":{\"size\":1}}";
        assertThat(API.post(THINGS, admin, body).status()).isEqualTo(201);
        assertProblem(API.post(THINGS, admin, body), ProblemType.ALREADY_EXISTS);
    }

    @Test
    void aDatabaseThatCannotSaysWhy() {
        Answer full = API.get("/api/v1/failures/sql-53100", admin);
        assertProblem(full, ProblemType.UNAVAILABLE);
        assertThat(full.body()).contains("no room on its disk");
        Answer crowded = API.get("/api/v1/failures/sql-53300", admin);
        assertProblem(crowded, ProblemType.UNAVAILABLE);
        assertThat(crowded.body()).contains("as many connections as it may");
        for (String state : List.of("57P01", "58030", "08006")) {
            assertProblem(API.get("/api/v1/failures/sql-" + state, admin), ProblemType.UNAVAILABLE);
        }
        assertProblem(API.get("/api/v1/failures/sql-XX000", admin), ProblemType.INTERNAL);
    }

    @Test
    void aBugTellsNothingButItsTrace() {
        Answer answer = API.get(
                "/api/v1/failures/bug",
                admin,
                "traceparent",
                "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
        assertProblem(answer, ProblemType.INTERNAL);
        assertThat(answer.body()).doesNotContain("secret");
        assertThat(answer.json().get("traceId")).isEqualTo("0af7651916cd43dd8448eb211c80319c");
    }

    @Test
    void extensionMembersStandBesideTheOthersAndCanBeReadBack() {
        Answer answer = API.post(THINGS, admin, "{\"name\":\"huge\",\"spec\":{\"size\":5000}}");
        assertProblem(answer, ProblemType.QUOTA_EXCEEDED);
        Problem read = Problem.parse(new JsonMapper(), answer.body().getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertThat(read)
                .isEqualTo(
                        new Problem(ProblemType.QUOTA_EXCEEDED, "too large", Map.of("limit", 1000, "requested", 5000)));
    }

    @ParameterizedTest
    @CsvSource({"GET /api/v1/%zz HTTP/1.1", "GET /api//v1/..;/x HTTP/1.1", "GET /a\\b HTTP/1.1"})
    void whatNeverReachesAControllerIsAProblemToo(String requestLine) throws IOException {
        try (var socket = new Socket("127.0.0.1", API.base().getPort())) {
            socket.setSoTimeout(10_000);
            String request = requestLine + "\r\nHost: localhost\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(answer)
                    .startsWith("HTTP/1.1 400")
                    .containsIgnoringCase("content-type: application/problem+json");
            assertThat(answer).contains("\"type\":\"urn:verbena:problem:invalid-request\"");
        }
    }

    private static void assertProblem(Answer answer, ProblemType type) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(type.status());
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.json())
                .containsEntry("type", type.uri())
                .containsEntry("title", type.title())
                .containsEntry("status", type.status())
                .containsEntry("reason", type.name())
                .containsKeys("detail", "traceId");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> errors(Answer answer) {
        return (List<Map<String, Object>>) answer.json().get("errors");
    }
}
