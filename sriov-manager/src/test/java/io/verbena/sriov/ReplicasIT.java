package io.verbena.sriov;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.kagkarlsson.scheduler.Scheduler;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.device.NicDevice;
import io.verbena.sriov.ControlPlane.Tenant;
import io.verbena.sriov.vf.model.VirtualFunctions;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;

/** Managers come, go and work side by side. */
class ReplicasIT {
    private static final String NIC = "nic-f";
    private static final String LIMITS = "{'qp':1,'cq':1,'mr':1,'pd':1,'registeredBytes':4096}";
    private static final int VF_COUNT = 6;

    private ControlPlane plane;
    private NicDevice nic;
    private Tenant blue;

    @BeforeEach
    void start() {
        plane = ControlPlane.shared();
        nic = plane.startApprovedNic(NIC, VF_COUNT);
        blue = plane.newTenant("'vf':6,'qp':6,'cq':6,'mr':6,'pd':6,'registeredBytes':24576");
    }

    @AfterEach
    void stop() {
        plane.retire(nic);
    }

    @Test
    void twoManagersGiveEachVfOneSlotAndOneCharge() {
        ControlPlane.Manager second = plane.startReplica();
        try {
            List<String> operations = IntStream.range(0, VF_COUNT)
                    .mapToObj(i -> request("vf" + i))
                    .toList();
            operations.forEach(
                    operation -> assertThat(plane.await(operation).path("error").isMissingNode())
                            .isTrue());
            List<JsonNode> vfs = IntStream.range(0, VF_COUNT)
                    .mapToObj(i -> blue.vf("vf" + i))
                    .toList();
            assertThat(vfs.stream().map(vf -> vf.at("/status/index").asInt())).doesNotHaveDuplicates();
            assertThat(vfs).allMatch(vf -> vf.at("/status/state").asString().equals("ACTIVE"));
            assertThat(holders()).isEqualTo(VF_COUNT);
            assertThat(blue.used("vf")).isEqualTo(VF_COUNT);
            List<String> releases = IntStream.range(0, VF_COUNT)
                    .mapToObj(i -> release("vf" + i))
                    .toList();
            releases.forEach(plane::await);
            assertThat(holders()).isZero();
            assertThat(blue.used("vf")).isZero();
            assertThat(blue.reserved("qp")).isZero();
        } finally {
            second.stop();
        }
    }

    @Test
    void aManagerThatRestartsGoesOnWhereItStopped() {
        String operation = request("blue-a");
        plane.restartManager();
        assertThat(plane.await(operation).path("error").isMissingNode()).isTrue();
        assertThat(blue.vf("blue-a").at("/status/state").asString()).isEqualTo("ACTIVE");
        assertThat(blue.used("vf")).isEqualTo(1);
        plane.await(release("blue-a"));
        assertThat(blue.used("vf")).isZero();
    }

    @Test
    void aSagaWhoseManagerDiedIsTakenOver() {
        Scheduler scheduler = plane.manager().bean(Scheduler.class);
        scheduler.pause();
        String operation = request("blue-a");
        // As a manager leaves it that was killed in the middle of a step.
        plane.manager()
                .bean(JdbcClient.class)
                .sql(
                        "UPDATE scheduled_tasks SET picked = true, picked_by = 'dead', last_heartbeat = now() - interval '1 hour'"
                                + " WHERE task_instance = :operation")
                .param("operation", operation)
                .update();
        scheduler.resume();
        assertThat(plane.await(operation).path("error").isMissingNode()).isTrue();
        plane.await(release("blue-a"));
    }

    /** A join that waited for one table's lock would bring the other table's old row back. */
    @Test
    void aWriterThatWaitedForARowSeesTheSpecThatWasWrittenMeanwhile() throws Exception {
        plane.await(request("blue-a"));
        UUID uid = UUID.fromString(blue.vf("blue-a").at("/status/uid").asString());
        var vfs = plane.manager().bean(VirtualFunctions.class);
        var jdbc = plane.manager().bean(JdbcClient.class);
        var transaction = new TransactionTemplate(plane.manager().bean(PlatformTransactionManager.class));
        var seen = new AtomicLong();
        CompletableFuture<?> waiting = transaction.execute(status -> {
            long changed = vfs.update(uid, vf -> vf.limited(vf.spec().limits(), Instant.now()))
                    .orElseThrow()
                    .generation();
            assertThat(changed).isEqualTo(2);
            CompletableFuture<?> second = CompletableFuture.runAsync(() -> vfs.update(uid, vf -> {
                seen.set(vf.generation());
                return vf;
            }));
            Eventually.holds(
                    () -> jdbc.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                                            + " AND query LIKE '%FOR UPDATE OF%'")
                                    .query(Integer.class)
                                    .single()
                            > 0,
                    () -> "the second writer waits");
            return second;
        });
        waiting.get(30, TimeUnit.SECONDS);
        assertThat(seen).hasValue(2);
        plane.await(release("blue-a"));
    }

    private String request(String name) {
        String body = "{'metadata':{'name':'" + name + "'},'spec':{'nic':'" + NIC + "','limits':" + LIMITS + "}}";
        return plane.admin()
                .post(blue.vfs(), body)
                .require(202)
                .body()
                .at("/metadata/id")
                .asString();
    }

    private String release(String name) {
        return plane.admin()
                .delete(blue.vfs(name), "If-Match", "*")
                .require(202)
                .body()
                .at("/metadata/id")
                .asString();
    }

    private long holders() {
        return ((AdminResult.FunctionsRead) nic.execute(new AdminCommand.QueryFunctions()))
                .functions().stream()
                        .filter(function -> function.vfUid() != null)
                        .count();
    }
}
