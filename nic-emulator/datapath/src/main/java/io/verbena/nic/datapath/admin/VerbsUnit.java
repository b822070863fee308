package io.verbena.nic.datapath.admin;

import io.verbena.nic.datapath.abi.AccessFlags;
import io.verbena.nic.datapath.abi.CompletionRing;
import io.verbena.nic.datapath.abi.DoorbellPage;
import io.verbena.nic.datapath.abi.SleepFlag;
import io.verbena.nic.datapath.admin.AdminCommand.VerbsCommand;
import io.verbena.nic.datapath.admin.AdminResult.Done;
import io.verbena.nic.datapath.admin.AdminResult.LimitExceeded;
import io.verbena.nic.datapath.admin.AdminResult.Refused;
import io.verbena.nic.datapath.completion.CompletionQueue;
import io.verbena.nic.datapath.doorbell.DoorbellUnit;
import io.verbena.nic.datapath.function.Admission;
import io.verbena.nic.datapath.function.FunctionSpec;
import io.verbena.nic.datapath.function.FunctionState;
import io.verbena.nic.datapath.function.PhysicalFunction;
import io.verbena.nic.datapath.function.ResourceKind;
import io.verbena.nic.datapath.function.VerbsContext;
import io.verbena.nic.datapath.function.VirtualFunction;
import io.verbena.nic.datapath.memory.HostMemory;
import io.verbena.nic.datapath.memory.HostRange;
import io.verbena.nic.datapath.observe.Counter;
import io.verbena.nic.datapath.observe.NicEvent;
import io.verbena.nic.datapath.pipeline.Blocks;
import io.verbena.nic.datapath.qp.QueuePair;
import io.verbena.nic.datapath.translation.MemoryRegion;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The verbs that create and destroy. Each creation passes the function's one admission point. */
final class VerbsUnit {
    private static final int PAGE_BYTES = 4096;

    private final PhysicalFunction device;
    private final Blocks blocks;
    private final DoorbellUnit doorbells;
    private final SleepFlag sleep;
    private final QueuePairUnit queuePairs;
    private final int activeMtu;
    private final Map<Long, VerbsContext> contexts = new HashMap<>();
    private long nextContext = 1;
    private int nextPd = 1;
    /** When the command at work came. */
    private long nowNs;

    VerbsUnit(
            PhysicalFunction device,
            Blocks blocks,
            DoorbellUnit doorbells,
            SleepFlag sleep,
            QueuePairUnit queuePairs,
            int activeMtu) {
        this.device = device;
        this.blocks = blocks;
        this.doorbells = doorbells;
        this.sleep = sleep;
        this.queuePairs = queuePairs;
        this.activeMtu = activeMtu;
    }

    AdminResult execute(VerbsCommand command, long commandNs) {
        nowNs = commandNs;
        return switch (command) {
            case AdminCommand.OpenContext open -> open(open);
            case AdminCommand.CloseContext(long id) -> within(id, this::close);
            case AdminCommand.AllocPd(long id) -> within(id, this::allocPd);
            case AdminCommand.DeallocPd(long id, int pd) -> within(id, context -> deallocPd(context, pd));
            case AdminCommand.RegMr reg -> within(reg.context(), context -> regMr(context, reg));
            case AdminCommand.DeregMr(long id, int lkey) -> within(id, context -> deregMr(context, lkey));
            case AdminCommand.CreateCq(long id, int entries) -> within(id, context -> createCq(context, entries));
            case AdminCommand.DestroyCq(long id, int cq) -> within(id, context -> destroyCq(context, cq));
            case AdminCommand.CreateQp create -> within(create.context(), context -> createQp(context, create));
            case AdminCommand.ModifyQp modify ->
                withQp(modify.context(), modify.qpNum(), (context, qp) -> modifyQp(context, qp, modify));
            case AdminCommand.QueryQp(long id, int qpNum) ->
                withQp(id, qpNum, (context, qp) -> QueuePairUnit.query(qp));
            case AdminCommand.DestroyQp(long id, int qpNum) -> withQp(id, qpNum, this::destroyQp);
        };
    }

    @FunctionalInterface
    private interface InContext {
        AdminResult run(VerbsContext context);
    }

    @FunctionalInterface
    private interface OnQueuePair {
        AdminResult run(VerbsContext context, QueuePair qp);
    }

    private AdminResult within(long id, InContext action) {
        VerbsContext context = contexts.get(id);
        if (context == null) {
            blocks.port().increment(Counter.VERB_REFUSALS);
            return new Refused(RefusalReason.NO_SUCH_OBJECT, "context " + id + " is not open", null);
        }
        AdminResult result = action.run(context);
        if (result instanceof Refused) {
            context.function().port().counters().increment(Counter.VERB_REFUSALS);
        }
        return result;
    }

    private AdminResult withQp(long id, int qpNum, OnQueuePair action) {
        return within(id, context -> {
            QueuePair qp = context.queuePairs().get(qpNum);
            return qp == null ? unknown("queue pair", qpNum) : action.run(context, qp);
        });
    }

    private AdminResult open(AdminCommand.OpenContext command) {
        VirtualFunction function = device.find(command.vfUid());
        FunctionSpec spec = function == null ? null : function.spec();
        if (function == null || spec == null || function.state() != FunctionState.ACTIVE) {
            blocks.port().increment(Counter.VERB_REFUSALS);
            return new Refused(RefusalReason.NOT_CONFIGURED, "no active function is " + command.vfUid(), null);
        }
        if (function.contexts().size() >= device.limits().contexts()) {
            function.port().counters().increment(Counter.VERB_REFUSALS);
            return new Refused(RefusalReason.BUSY, "all " + device.limits().contexts() + " contexts are open", null);
        }
        DoorbellPage page = new DoorbellPage(HostMemory.allocate(DoorbellPage.BYTES, PAGE_BYTES));
        VerbsContext context = new VerbsContext(nextContext++, function, doorbells.add(page));
        contexts.put(context.id(), context);
        function.contexts().add(context);
        return new AdminResult.ContextOpened(context.id(), page, sleep, spec.address(), activeMtu, device.limits());
    }

    /** Ends all contexts of a function: their queue pairs are flushed, everything is destroyed. */
    void closeContexts(VirtualFunction function) {
        for (VerbsContext context : List.copyOf(function.contexts())) {
            close(context);
        }
    }

    private AdminResult close(VerbsContext context) {
        for (QueuePair qp : List.copyOf(context.queuePairs().values())) {
            destroyQp(context, qp);
        }
        for (MemoryRegion region : List.copyOf(context.memoryRegions().values())) {
            deregMr(context, region.key());
        }
        for (CompletionQueue queue : List.copyOf(context.completionQueues().values())) {
            destroyCq(context, queue.number());
        }
        for (int pd : new ArrayList<>(context.protectionDomains().keySet())) {
            deallocPd(context, pd);
        }
        doorbells.remove(context.doorbells());
        context.function().contexts().remove(context);
        contexts.remove(context.id());
        return new Done();
    }

    private AdminResult allocPd(VerbsContext context) {
        AdminResult refusal = admit(context, ResourceKind.PD, 1);
        if (refusal != null) {
            return refusal;
        }
        int pd = nextPd++;
        context.protectionDomains().put(pd, 0);
        return new AdminResult.PdAllocated(pd);
    }

    private AdminResult deallocPd(VerbsContext context, int pd) {
        Integer users = context.protectionDomains().get(pd);
        if (users == null) {
            return unknown("protection domain", pd);
        }
        if (users > 0) {
            return new Refused(RefusalReason.BUSY, users + " objects use protection domain " + pd, null);
        }
        context.protectionDomains().remove(pd);
        context.function().release(ResourceKind.PD, 1);
        return new Done();
    }

    private AdminResult regMr(VerbsContext context, AdminCommand.RegMr command) {
        MemorySegment memory = command.memory();
        if (!context.protectionDomains().containsKey(command.pd())) {
            return unknown("protection domain", command.pd());
        }
        String fault = memoryFault(memory, command.access());
        if (fault != null) {
            return new Refused(RefusalReason.INVALID_ARGUMENT, fault, null);
        }
        VirtualFunction function = context.function();
        AdminResult refusal = admit(context, ResourceKind.MR, 1);
        if (refusal != null) {
            return refusal;
        }
        refusal = admit(context, ResourceKind.REGISTERED_BYTES, memory.byteSize());
        if (refusal != null) {
            function.release(ResourceKind.MR, 1);
            return refusal;
        }
        MemoryRegion region = function.port().keys().register(command.pd(), new HostRange(memory), command.access());
        context.memoryRegions().put(region.key(), region);
        context.usePd(command.pd(), 1);
        return new AdminResult.MrRegistered(region.key(), region.key());
    }

    private static @Nullable String memoryFault(MemorySegment memory, int access) {
        if ((access & ~AccessFlags.ALL) != 0) {
            return "access flags are bits of 0x" + Integer.toHexString(AccessFlags.ALL);
        }
        if (!memory.isNative() || memory.byteSize() == 0) {
            return "a memory region is native memory of at least a byte";
        }
        try {
            memory.get(ValueLayout.JAVA_BYTE, 0);
        } catch (WrongThreadException | IllegalStateException e) {
            return "the memory is closed, or confined to another thread";
        }
        boolean writes = (access & ~AccessFlags.REMOTE_READ) != 0;
        if (writes && memory.isReadOnly()) {
            return "read-only memory cannot be registered for writing";
        }
        boolean remoteWrites = (access & (AccessFlags.REMOTE_WRITE | AccessFlags.REMOTE_ATOMIC)) != 0;
        if (remoteWrites && (access & AccessFlags.LOCAL_WRITE) == 0) {
            return "remote writes need local write (IBTA C10-81)";
        }
        return null;
    }

    private AdminResult deregMr(VerbsContext context, int lkey) {
        MemoryRegion region = context.memoryRegions().remove(lkey);
        if (region == null) {
            return unknown("memory region", lkey);
        }
        VirtualFunction function = context.function();
        function.port().keys().deregister(region);
        context.usePd(region.pd(), -1);
        function.release(ResourceKind.MR, 1);
        function.release(ResourceKind.REGISTERED_BYTES, region.range().lengthBytes());
        return new Done();
    }

    private AdminResult createCq(VerbsContext context, int entries) {
        int most = device.limits().cqEntries();
        if (entries < 1 || entries > most) {
            return new Refused(RefusalReason.INVALID_ARGUMENT, "a CQ has 1 to " + most + " entries", null);
        }
        AdminResult refusal = admit(context, ResourceKind.CQ, 1);
        if (refusal != null) {
            return refusal;
        }
        // At least two: the lap of a ring of one would take the value of fresh memory after 2^32 rounds.
        int granted = Math.max(2, Integer.highestOneBit(2 * entries - 1));
        MemorySegment memory = HostMemory.allocate(CompletionRing.bytes(granted), PAGE_BYTES);
        CompletionRing ring = new CompletionRing(memory, granted);
        CompletionQueue queue = blocks.completions().create(context.function().index(), ring);
        context.completionQueues().put(queue.number(), queue);
        return new AdminResult.CqCreated(queue.number(), ring);
    }

    private AdminResult destroyCq(VerbsContext context, int number) {
        CompletionQueue queue = context.completionQueues().get(number);
        if (queue == null) {
            return unknown("completion queue", number);
        }
        if (queue.users() > 0) {
            return new Refused(RefusalReason.BUSY, "queue pairs use completion queue " + number, null);
        }
        context.completionQueues().remove(number);
        blocks.completions().destroy(queue);
        context.function().release(ResourceKind.CQ, 1);
        return new Done();
    }

    private AdminResult createQp(VerbsContext context, AdminCommand.CreateQp command) {
        CompletionQueue sendCq = context.completionQueues().get(command.sendCq());
        CompletionQueue recvCq = context.completionQueues().get(command.recvCq());
        if (sendCq == null || recvCq == null) {
            return unknown("completion queue", sendCq == null ? command.sendCq() : command.recvCq());
        }
        if (!context.protectionDomains().containsKey(command.pd())) {
            return unknown("protection domain", command.pd());
        }
        String fault = QueuePairUnit.capabilityFault(command.capabilities(), device.limits());
        if (fault != null) {
            return new Refused(RefusalReason.INVALID_ARGUMENT, fault, null);
        }
        AdminResult refusal = admit(context, ResourceKind.QP, 1);
        if (refusal != null) {
            return refusal;
        }
        context.usePd(command.pd(), 1);
        sendCq.attach();
        recvCq.attach();
        return queuePairs.create(context, command);
    }

    private AdminResult modifyQp(VerbsContext context, QueuePair qp, AdminCommand.ModifyQp command) {
        return queuePairs.modify(context.function(), qp, command.attributes());
    }

    private AdminResult destroyQp(VerbsContext context, QueuePair qp) {
        queuePairs.destroy(context, qp);
        context.usePd(qp.pd(), -1);
        for (int number : new int[] {qp.sendCq(), qp.recvCq()}) {
            CompletionQueue queue = blocks.completions().find(number);
            if (queue != null) {
                queue.detach();
            }
        }
        context.function().release(ResourceKind.QP, 1);
        return new Done();
    }

    private @Nullable AdminResult admit(VerbsContext context, ResourceKind kind, long amount) {
        return switch (context.function().admit(kind, amount, nowNs)) {
            case Admission.Admitted admitted -> {
                if (device.leases().pollLow()) {
                    blocks.events().add(new NicEvent(NicEvent.Type.LEASE_LOW, null, Map.of()));
                }
                yield null;
            }
            case Admission.Exceeded(ResourceKind resource, String scope, long limit, long used, long requested) -> {
                blocks.events()
                        .add(new NicEvent(
                                NicEvent.Type.LIMIT_REFUSED,
                                context.function().vfUid(),
                                Map.of(
                                        "resource", resource.name(),
                                        "scope", scope,
                                        "limit", Long.toString(limit),
                                        "used", Long.toString(used),
                                        "requested", Long.toString(requested))));
                yield new LimitExceeded(resource, scope, limit, used, requested);
            }
            // No event: the shell asks the ledger and tries again, and only then is it a refusal.
            case Admission.QuotaExceeded(ResourceKind resource, String scope, long limit, long used, long requested) ->
                new AdminResult.QuotaExceeded(resource, scope, limit, used, requested);
            case Admission.LedgerUnreachable(ResourceKind resource, long requested) ->
                new AdminResult.LedgerUnreachable(resource, requested);
        };
    }

    private static Refused unknown(String kind, int handle) {
        return new Refused(RefusalReason.NO_SUCH_OBJECT, "the context has no " + kind + " " + handle, null);
    }
}
