package io.verbena.tenant.quota.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.tenant.RunningService;
import io.verbena.tenant.RunningService.Answer;
import io.verbena.tenant.RunningService.Api;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ReservationApiIT {
    private static final String PATH = "/api/v1/reservations";

    private final RunningService service = RunningService.shared();
    private final Api manager = service.as("sriov-manager");

    private String organisation;
    private String tenant;

    @BeforeEach
    void growTree() {
        organisation = service.newOrganisation();
        tenant = service.newTenant(organisation);
        service.setTenantQuota(tenant, "'vf':2,'qp':10,'registeredBytes':1048576");
    }

    @Test
    void aReservationGoesFromReservedToReturned() {
        UUID operation = UUID.randomUUID();
        Answer reserved = manager.post(PATH, body(operation, "{'vf':1,'qp':4}"));
        assertThat(reserved.status()).isEqualTo(201);
        assertThat(reserved.body().get("state").stringValue()).isEqualTo("RESERVED");
        assertThat(reserved.body().get("expiresAt").stringValue()).endsWith("Z");
        assertThat(reserved.body().at("/amounts/qp").longValue()).isEqualTo(4);
        assertThat(manager.post(PATH, body(operation, "{'vf':1,'qp':4}")).status())
                .isEqualTo(200);
        assertThat(state(verb(operation, "renew"))).isEqualTo("RESERVED");
        assertThat(state(verb(operation, "commit"))).isEqualTo("COMMITTED");
        assertThat(state(verb(operation, "commit"))).isEqualTo("COMMITTED");
        assertThat(quota().at("/status/used/qp").longValue()).isEqualTo(4);
        assertThat(state(verb(operation, "return"))).isEqualTo("RETURNED");
        assertThat(quota().at("/status/used/qp").longValue()).isZero();
        assertThat(state(manager.get(PATH + "/" + operation))).isEqualTo("RETURNED");
    }

    @Test
    void aRefusalNamesResourceScopeAndNumbers() {
        service.setOrganisationQuota(organisation, "'qp':6");
        UUID first = UUID.randomUUID();
        manager.post(PATH, body(first, "{'qp':2}"));
        verb(first, "commit");
        manager.post(PATH, body(UUID.randomUUID(), "{'qp':3}"));
        Answer refused = manager.post(PATH, body(UUID.randomUUID(), "{'vf':1,'qp':2}"));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("quota-exceeded");
        assertThat(refused.body().get("resource").stringValue()).isEqualTo("qp");
        assertThat(refused.body().get("scope").stringValue()).isEqualTo("organisation/" + organisation);
        assertThat(refused.body().get("limit").longValue()).isEqualTo(6);
        assertThat(refused.body().get("used").longValue()).isEqualTo(2);
        assertThat(refused.body().get("reserved").longValue()).isEqualTo(3);
        assertThat(refused.body().get("requested").longValue()).isEqualTo(2);
        assertThat(refused.body().get("detail").stringValue()).contains("qp", organisation, "6");
    }

    @Test
    void oneOperationForOtherAmountsIsUnprocessable() {
        UUID operation = UUID.randomUUID();
        manager.post(PATH, body(operation, "{'qp':4}"));
        Answer other = manager.post(PATH, body(operation, "{'qp':5}"));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.problem()).isEqualTo("unprocessable");
        assertThat(other.body().at("/existing/amounts/qp").longValue()).isEqualTo(4);
    }

    @Test
    void aVerbThatTheStateForbidsSaysWhichAreAllowed() {
        UUID operation = UUID.randomUUID();
        manager.post(PATH, body(operation, "{'qp':4}"));
        Answer refused = verb(operation, "return");
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.problem()).isEqualTo("failed-precondition");
        assertThat(refused.body().get("state").stringValue()).isEqualTo("RESERVED");
        assertThat(refused.body().get("allowedVerbs").toString()).isEqualTo("[\"renew\",\"commit\",\"release\"]");
        verb(operation, "release");
        assertThat(verb(operation, "commit").problem()).isEqualTo("failed-precondition");
        assertThat(manager.post(PATH, body(operation, "{'qp':4}")).problem()).isEqualTo("failed-precondition");
    }

    @Test
    void aCommittedChargeIsReducedToWhatStays() {
        UUID operation = UUID.randomUUID();
        manager.post(PATH, body(operation, "{'vf':1,'qp':4}"));
        String reduce = PATH + "/" + operation + ":reduce";
        assertThat(manager.post(reduce, "{'amounts':{'qp':3}}").problem())
                .as("not committed yet")
                .isEqualTo("failed-precondition");
        verb(operation, "commit");
        for (int i = 0; i < 2; i++) {
            Answer reduced = manager.post(reduce, "{'amounts':{'qp':3}}");
            assertThat(state(reduced)).isEqualTo("COMMITTED");
            assertThat(reduced.body().get("amounts").toString()).isEqualTo("{\"qp\":3}");
            assertThat(quota().at("/status/used/qp").longValue()).isEqualTo(3);
            assertThat(quota().at("/status/used/vf").longValue()).isZero();
        }
        Answer rise = manager.post(reduce, "{'amounts':{'qp':4}}");
        assertThat(rise.problem()).isEqualTo("unprocessable");
        assertThat(rise.body().get("present").longValue()).isEqualTo(3);
        assertThat(manager.post(reduce, "{'amounts':{}}").pointer()).isEqualTo("/amounts");
        assertThat(manager.post(PATH + "/" + UUID.randomUUID() + ":reduce", "{'amounts':{'qp':1}}")
                        .problem())
                .isEqualTo("not-found");
        assertThat(state(verb(operation, "return"))).isEqualTo("RETURNED");
        assertThat(quota().at("/status/used/qp").longValue()).isZero();
    }

    @Test
    void anUnknownTenantOrReservationIsNotFound() {
        assertThat(manager.post(
                                PATH,
                                "{'operationId':'%s','tenant':'nobody','amounts':{'qp':1},'ttlSeconds':60}"
                                        .formatted(UUID.randomUUID()))
                        .problem())
                .isEqualTo("not-found");
        UUID unknown = UUID.randomUUID();
        assertThat(manager.get(PATH + "/" + unknown).problem()).isEqualTo("not-found");
        for (String verb : List.of("renew", "commit", "release", "return")) {
            assertThat(verb(unknown, verb).problem()).isEqualTo("not-found");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'qp':0}                          | 60   | /amounts/qp",
                "{'qp':-1}                         | 60   | /amounts/qp",
                "{'qp':9007199254740993}           | 60   | /amounts/qp",
                "{'qp':99999999999999999999}       | 60   | /amounts/qp",
                "{'qp':1.0}                        | 60   | /amounts/qp",
                "{'registeredBytes':'64Ki'}        | 60   | /amounts/registeredBytes",
                "{'srq':1}                         | 60   | /amounts/srq",
                "{}                                | 60   | /amounts",
                "null                              | 60   | /amounts",
                "{'qp':1}                          | 0    | /ttlSeconds",
                "{'qp':1}                          | -5   | /ttlSeconds",
                "{'qp':1}                          | 3601 | /ttlSeconds",
                "{'qp':1}                          | '9'  | /ttlSeconds",
                "{'qp':1}                          | null | /ttlSeconds",
            })
    void aWrongNumberIsRefusedWithItsPointer(String amounts, String ttlSeconds, String pointer) {
        Answer answer = manager.post(
                PATH,
                "{'operationId':'%s','tenant':'%s','amounts':%s,'ttlSeconds':%s}"
                        .formatted(UUID.randomUUID(), tenant, amounts, ttlSeconds));
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.pointer()).isEqualTo(pointer);
    }

    @Test
    void whatIsNoOperationIdIsRefused() {
        assertThat(manager.get(PATH + "/7").problem()).isEqualTo("invalid-request");
        assertThat(manager.post(PATH + "/7:commit", "").problem()).isEqualTo("invalid-request");
        assertThat(manager.post(PATH, "{'operationId':7,'tenant':'x','amounts':{'qp':1},'ttlSeconds':1}")
                        .pointer())
                .isEqualTo("/operationId");
    }

    @Test
    void onlyThePlatformsServicesReserve() {
        String body = body(UUID.randomUUID(), "{'qp':1}");
        for (Api caller : List.of(
                service.admin(),
                service.as("reader"),
                service.as("nic-a"),
                service.tenantClient(tenant, "tenant-admin"))) {
            assertThat(caller.post(PATH, body).problem()).isEqualTo("permission-denied");
        }
        assertThat(quota().at("/status/reserved/qp").longValue()).isZero();
    }

    private Answer verb(UUID operation, String verb) {
        return manager.post(PATH + "/" + operation + ":" + verb, "");
    }

    private JsonNode quota() {
        return service.admin().get("/api/v1/tenants/" + tenant + "/quota").body();
    }

    private static String state(Answer answer) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.body().get("state").stringValue();
    }

    private String body(UUID operation, String amounts) {
        return "{'operationId':'%s','tenant':'%s','amounts':%s,'ttlSeconds':60}".formatted(operation, tenant, amounts);
    }
}
