package io.verbena.nic.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.verbena.nic.datapath.abi.WcStatus;
import io.verbena.nic.datapath.admin.AdminCommand;
import io.verbena.nic.datapath.admin.AdminResult;
import io.verbena.nic.datapath.admin.CommandTuple;
import io.verbena.nic.datapath.function.FunctionLimits;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.CounterSnapshot;
import io.verbena.nic.datapath.qp.AddressHandle;
import io.verbena.nic.datapath.qp.QpAttributes;
import io.verbena.nic.datapath.qp.QpCapabilities;
import io.verbena.nic.datapath.wire.Gid;
import io.verbena.nic.verbs.Access;
import io.verbena.nic.verbs.CommandChannel;
import io.verbena.nic.verbs.CompletionQueue;
import io.verbena.nic.verbs.Context;
import io.verbena.nic.verbs.MemoryRegion;
import io.verbena.nic.verbs.ProtectionDomain;
import io.verbena.nic.verbs.QpInitAttr;
import io.verbena.nic.verbs.QueuePair;
import io.verbena.nic.verbs.WorkCompletion;
import java.util.UUID;

/** A configured function of a NIC with one queue pair and one memory region, and a program that polls. */
final class LocalFunction implements AutoCloseable {
    private static final long LIMIT_NS = 30_000_000_000L;
    private static final FunctionLimits LIMITS = new FunctionLimits(4, 4, 4, 4, 64L << 20);

    final UUID vfUid;
    final CommandChannel channel;
    final Context context;
    final CompletionQueue queue;
    final QueuePair queuePair;
    final MemoryRegion memory;
    private final WorkCompletion[] one = new WorkCompletion[1];

    LocalFunction(CommandChannel channel, UUID bootId, int index, String address, int memoryBytes) {
        this(channel, bootId, index, address, 0, memoryBytes);
    }

    LocalFunction(CommandChannel channel, UUID bootId, int index, String address, int vni, int memoryBytes) {
        this.channel = channel;
        UUID vf = UUID.randomUUID();
        this.vfUid = vf;
        AdminResult configured = channel.execute(new AdminCommand.ConfigureFunction(
                new CommandTuple(bootId, 0, index, vf, 1, 1, "0".repeat(64)),
                new FunctionSpec("blue", "blue-" + index, Gid.parse(address), vni, LIMITS)));
        assertThat(configured).isInstanceOf(AdminResult.FunctionApplied.class);
        context = Context.open(channel, vf);
        ProtectionDomain pd = context.allocPd();
        queue = context.createCq(256);
        queuePair = pd.createQp(new QpInitAttr(queue, queue, new QpCapabilities(64, 64, 2, 2, 0), true));
        memory = pd.regMr(
                context.memory().allocate(memoryBytes, 4096),
                Access.LOCAL_WRITE,
                Access.REMOTE_WRITE,
                Access.REMOTE_READ);
    }

    /** @param timeoutCode of the acknowledgement timer: 4.096 us x 2^code */
    void connect(LocalFunction peer, int timeoutCode) {
        queuePair.modifyToInit(Access.REMOTE_WRITE, Access.REMOTE_READ);
        queuePair.modifyToRtr(QpAttributes.rtr(
                new AddressHandle(peer.context.gid(), 0),
                Math.min(context.activeMtu(), peer.context.activeMtu()),
                peer.queuePair.qpNum(),
                0xfffff0,
                4,
                1));
        queuePair.modifyToRts(QpAttributes.rts(0xfffff0, 4, 7, 7, timeoutCode));
    }

    /** The next completion, which must be a success; the owner thread does the work. */
    WorkCompletion completion() {
        return completion(() -> {});
    }

    /** The same for a program that does something between two polls. */
    WorkCompletion completion(Runnable betweenPolls) {
        long start = System.nanoTime();
        while (queue.poll(one) == 0) {
            betweenPolls.run();
            assertThat(System.nanoTime() - start)
                    .as("waiting for a completion, ns")
                    .isLessThan(LIMIT_NS);
        }
        assertThat(one[0].status()).isEqualTo(WcStatus.SUCCESS);
        return one[0];
    }

    long count(Counter counter) {
        return counters().count(counter);
    }

    CounterSnapshot counters() {
        var read = (AdminResult.CountersRead) channel.execute(new AdminCommand.ReadCounters());
        return read.functions().stream()
                .filter(each -> each.status().spec().address().equals(context.gid()))
                .findFirst()
                .orElseThrow()
                .counters();
    }

    @Override
    public void close() {
        context.close();
    }
}
