package io.verbena.bench;

import io.verbena.nic.datapath.Nic;
import io.verbena.nic.datapath.NicConfig;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.lease.LeaseGrants;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Objects made and destroyed: out of the function's guarantee, or out of its tenant's lease. A queue pair is the whole verb,
 * most of which is its memory; a protection domain has none, so that what the lease adds can be seen.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 10, time = 1)
@Fork(2)
public class LeaseAdmission {
    private static final UUID BOOT = new UUID(1, 1);
    private static final UUID VF = new UUID(1, 2);
    private static final String TENANT = "blue";
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final QpCapabilities SMALL = new QpCapabilities(16, 16, 1, 1, 0);

    @Param({"guarantee", "lease"})
    private String from = "";

    private final Nic nic = new Nic(NicConfig.of("nic-a", BOOT, 7));
    private long context;
    private AdminCommand create = new AdminCommand.SyncLeases();

    /** One function and what its queue pairs need; with a lease, a grant that lasts longer than the benchmark. */
    @Setup
    public void open() {
        boolean leased = from.equals("lease");
        var most = new FunctionLimits(16, 16, 16, 16, 1 << 20);
        var guaranteed = leased ? new FunctionLimits(0, 16, 16, 0, 1 << 20) : most;
        expect(
                AdminResult.FunctionApplied.class,
                new AdminCommand.ConfigureFunction(
                        new CommandTuple(BOOT, 0, 0, VF, 1, 1, "0".repeat(64)),
                        new FunctionSpec(TENANT, "blue-a", Gid.parse("127.77.0.2"), 1, guaranteed, most)));
        if (leased) {
            lease();
        }
        context = expect(AdminResult.ContextOpened.class, new AdminCommand.OpenContext(VF))
                .context();
        int pd = expect(AdminResult.PdAllocated.class, new AdminCommand.AllocPd(context))
                .pd();
        int cq = expect(AdminResult.CqCreated.class, new AdminCommand.CreateCq(context, 64))
                .cq();
        create = new AdminCommand.CreateQp(context, pd, cq, cq, SMALL, false);
    }

    private void lease() {
        nic.execute(new AdminCommand.OpenLeases(BOOT, 1), 0);
        nic.execute(new AdminCommand.SyncLeases(), 0);
        nic.execute(
                new AdminCommand.TakeGrants(new LeaseGrants(
                        BOOT,
                        1,
                        1,
                        HOUR_NS,
                        BOOT,
                        List.of(
                                new LeaseGrants.Line(TENANT, ResourceKind.QP, 16, 16, null),
                                new LeaseGrants.Line(TENANT, ResourceKind.PD, 16, 16, null)))),
                0);
    }

    @Benchmark
    public Object createAndDestroyQp() {
        int qpNum = expect(AdminResult.QpCreated.class, create).qpNum();
        return nic.execute(new AdminCommand.DestroyQp(context, qpNum), 0);
    }

    @Benchmark
    public Object allocAndDeallocPd() {
        int pd = expect(AdminResult.PdAllocated.class, new AdminCommand.AllocPd(context))
                .pd();
        return nic.execute(new AdminCommand.DeallocPd(context, pd), 0);
    }

    private <T extends AdminResult> T expect(Class<T> type, AdminCommand command) {
        AdminResult result = nic.execute(command, 0);
        if (!type.isInstance(result)) {
            throw new IllegalStateException(command + " was answered " + result);
        }
        return type.cast(result);
    }
}
