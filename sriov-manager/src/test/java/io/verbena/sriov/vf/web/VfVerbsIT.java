package io.verbena.sriov.vf.web;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.sriov.Api;
import io.verbena.sriov.ControlPlane;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.vf.model.UuidV7;
import io.verbena.sriov.vf.model.VfLimits;
import io.verbena.sriov.vf.model.VfSpec;
import io.verbena.sriov.vf.model.VfState;
import io.verbena.sriov.vf.model.VfVerb;
import io.verbena.sriov.vf.model.VirtualFunction;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Each verb in each state, over REST; nothing runs for these VFs but what the verb itself does. */
class VfVerbsIT {
    private static ControlPlane plane;
    private static Tenant blue;
    private VirtualFunctions vfs;
    private UUID uid;

    @BeforeAll
    static void start() {
        plane = ControlPlane.shared();
        blue = plane.newTenant("'vf':1");
    }

    @BeforeEach
    void aVfWithoutAPlace() {
        vfs = plane.manager().bean(VirtualFunctions.class);
        Instant now = Instant.now();
        uid = UuidV7.draw(now, new Random());
        vfs.add(VirtualFunction.requested(
                uid,
                blue.name(),
                "blue-a",
                Map.of(),
                new VfSpec(null, new VfLimits(1, 1, 1, 1, 1)),
                UUID.randomUUID(),
                now));
    }

    @AfterEach
    void forget() {
        vfs.remove(uid);
    }

    static Stream<Arguments> pairs() {
        return Arrays.stream(VfState.values())
                .flatMap(state -> Arrays.stream(VfVerb.values()).map(verb -> Arguments.of(state, verb)));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void aVerbThatTheStateDoesNotAllowIsAConflictThatNamesThoseItDoes(VfState state, VfVerb verb) {
        put(state, null);
        List<String> allowed =
                state.allowedVerbs().stream().map(VfVerb::exposedName).toList();
        Api.Answer answer = ask(verb);
        if (state.allowedVerbs().contains(verb)) {
            answer.require(200);
        } else {
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.problem()).isEqualTo("failed-precondition");
            assertThat(answer.body().path("state").asString()).isEqualTo(state.name());
            assertThat(answer.body().path("allowedVerbs").valueStream().map(v -> v.asString()))
                    .isEqualTo(allowed);
        }
    }

    @ParameterizedTest
    @EnumSource(
            names = {"GET", "DETACH"},
            mode = EnumSource.Mode.EXCLUDE)
    void whileAnOperationChangesItItCanOnlyBeRead(VfVerb verb) {
        UUID operation = UUID.randomUUID();
        put(VfState.ACTIVE, operation);
        Api.Answer answer = ask(verb);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().path("operation").asString()).endsWith(operation.toString());
        assertThat(answer.body().path("allowedVerbs").valueStream().map(v -> v.asString()))
                .containsExactly("get", "detach");
    }

    private void put(VfState state, @Nullable UUID operation) {
        plane.manager()
                .bean(JdbcClient.class)
                .sql("UPDATE vf_status SET state = :state, operation = :operation::uuid WHERE vf = :vf")
                .param("state", state.name())
                .param("operation", operation == null ? null : operation.toString())
                .param("vf", uid)
                .update();
    }

    private static Api.Answer ask(VfVerb verb) {
        String path = blue.vfs("blue-a");
        return switch (verb) {
            case GET -> plane.admin().get(path);
            case PATCH ->
                plane.admin().patch(path + "?validateOnly=true", "{'spec':{'limits':{'qp':2}}}", "If-Match", "*");
            case DRAIN ->
                plane.admin()
                        .post(
                                path + ":drain?validateOnly=true",
                                "{'deadlineSeconds':0,'outcome':'CANCEL'}",
                                "If-Match",
                                "*");
            case ATTACH -> plane.admin().post(path + ":attach?validateOnly=true", "{'holder':'pod/a'}");
            case DETACH -> plane.admin().post(path + ":detach?validateOnly=true", "{'epoch':1}");
            case DELETE -> plane.admin().delete(path + "?validateOnly=true", "If-Match", "*");
        };
    }
}
